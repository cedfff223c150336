import { unguardFormula } from '../values/formula-guard.ts';
import { type CsvRow, FILE_START, type RowStart, readCsv } from './csv-rows.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './json-elements.ts';
import type { PlannedColumn, RecordPlan } from './record-plan.ts';
import { readTypedText } from './typed-text.ts';

/** Where reading begins: after a record, with the number of records before it. */
export interface RecordStart extends RowStart {
  readonly row: number;
}

const FIRST_RECORD: RecordStart = { ...FILE_START, row: 0 };

/** A record of a file, ready to be written. */
export interface FileRecord {
  /** The number of the record in the file, from 1. */
  readonly row: number;
  readonly line: number;
  /** Where reading continues after the record. */
  readonly next: RecordStart;
  readonly body: unknown;
  /** Why the record can't be read; null if it can. */
  readonly problem: string | null;
  /** The cells of a row. Null for JSON. */
  readonly cells: readonly (string | null)[] | null;
  /** The text of a JSON element. Null for a row. */
  readonly text: string | null;
}

/**
 * Yields the records of a file in order, in lists.
 *
 * @param text UTF-8 from `start` on, cut anywhere.
 * @throws FileProblem at a syntax error after which the records are ambiguous.
 */
export async function* readRecords(
  text: AsyncIterable<Uint8Array>,
  plan: RecordPlan,
  start: RecordStart = FIRST_RECORD,
): AsyncGenerator<FileRecord[], void> {
  if (plan.format === 'csv') yield* readRows(text, plan, start);
  else yield* readElements(text, plan, start);
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  plan: RecordPlan,
  start: RecordStart,
): AsyncGenerator<FileRecord[], void> {
  let skips = plan.header && start.bytes === 0;
  let row = start.row;
  for await (const rows of readCsv(text, plan.delimiter, start)) {
    const records = (skips ? rows.slice(1) : rows).map((each) => toRecord(each, ++row, plan));
    skips = false;
    if (records.length > 0) yield records;
  }
}

function toRecord({ line, end, cells }: CsvRow, row: number, plan: RecordPlan): FileRecord {
  const body: Record<string, unknown> = {};
  for (const column of plan.columns)
    body[column.property] = toValue(cells[column.index] ?? null, column, plan);
  const width = plan.names.length;
  const problem =
    cells.length === width ? null : `Expected ${width} cells as in the header, not ${cells.length}.`;
  return { row, line, next: { bytes: end, line, row }, body, problem, cells, text: null };
}

/**
 * Converts a cell to the JSON value for a property. A cell that is not valid stays text, so that the store refuses it
 * with its own message.
 */
function toValue(
  cell: string | null,
  column: PlannedColumn,
  { formulas, emptyAsNull }: Pick<RecordPlan, 'formulas' | 'emptyAsNull'>,
): string | number | boolean | null {
  if (cell === null) return null;
  if (cell === '') return column.type === 'string' && !emptyAsNull ? '' : null;
  const value = readTypedText(cell, column.type, column);
  return typeof value === 'string' && formulas === 'guarded' ? unguardFormula(value) : value;
}

async function* readElements(
  text: AsyncIterable<Uint8Array>,
  plan: RecordPlan,
  start: RecordStart,
): AsyncGenerator<FileRecord[], void> {
  const columns = new Map(plan.columns.map((column) => [column.column, column]));
  const skipped = new Set(plan.skipped);
  const read = plan.format === 'json' ? readJsonArray : readJsonLines;
  let row = start.row;
  for await (const elements of read(text, start)) {
    yield elements.map(({ line, end, endLine, value, problem, text }: JsonElement) => {
      row++;
      const next = { bytes: end, line: endLine, row };
      return { row, line, next, body: toBody(value, columns, skipped), problem, cells: null, text };
    });
  }
}

/** Renames and skips members. Members that the plan does not know stay, so that the store refuses them. */
function toBody(
  value: unknown,
  columns: ReadonlyMap<string, PlannedColumn>,
  skipped: ReadonlySet<string>,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const body: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const column = columns.get(name);
    if (column === undefined) {
      if (!skipped.has(name) && name !== 'id') body.push([name, member]);
    } else {
      const isDateText = typeof member === 'string' && column.type === 'datetime';
      body.push([column.property, isDateText ? readTypedText(member, 'datetime', column) : member]);
    }
  }
  // Defines members, so that one named __proto__ is refused like any other unknown one.
  return Object.fromEntries(body);
}
