import { isJsonObject } from '../ground/json.ts';
import { unguardFormula } from '../values/formula-guard.ts';
import { type CsvRow, FILE_START, type RowStart, whyRefused } from './csv/csv-row.ts';
import { readCsv } from './csv/csv-rows.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './json/json-elements.ts';
import { readMemberTexts } from './json/member-texts.ts';
import type { PlannedColumn, RecordPlan } from './record-plan.ts';
import { readTypedText } from './values/typed-text.ts';

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
  const { skipLines = 0 } = plan;
  let skips = plan.header && start.bytes === 0;
  let row = start.row;
  for await (const found of readCsv(text, plan.delimiter, start)) {
    const rows = skipLines === 0 ? found : found.filter(({ line }) => line > skipLines);
    if (rows.length === 0) continue;
    const records = (skips ? rows.slice(1) : rows).map((each) => new RowRecord(each, ++row, plan));
    skips = false;
    if (records.length > 0) yield records;
  }
}

/** A row whose body is made only if somebody reads it. */
class RowRecord implements FileRecord {
  readonly row: number;
  readonly cells: CsvRow['cells'];
  readonly #source: CsvRow;
  readonly #plan: RecordPlan;

  constructor(source: CsvRow, row: number, plan: RecordPlan) {
    this.row = row;
    this.cells = source.cells;
    this.#source = source;
    this.#plan = plan;
  }

  get line(): number {
    return this.#source.line;
  }

  get next(): RecordStart {
    return { bytes: this.#source.end, line: this.line, row: this.row };
  }

  get body(): Record<string, unknown> {
    const body: Record<string, unknown> = {};
    for (const column of this.#plan.columns) {
      body[column.property] = readCell(this.cells[column.index] ?? null, column, this.#plan);
    }
    return body;
  }

  get problem(): string | null {
    return whyRefused(this.#source, this.#plan.names.length, this.#plan.quotes);
  }

  get text(): null {
    return null;
  }
}

/**
 * Converts a cell to the JSON value for a property. A cell that is not valid stays text, so that the store refuses it
 * with its own message.
 */
export function readCell(
  cell: string | null,
  column: PlannedColumn,
  { formulas, emptyAsNull }: Pick<RecordPlan, 'formulas' | 'emptyAsNull'>,
): string | number | boolean | null {
  if (cell === null || (cell === '' && emptyAsNull)) return null;
  const value = readTypedText(cell, column.type, column);
  return typeof value === 'string' && value[0] === "'" && formulas === 'guarded'
    ? unguardFormula(value)
    : value;
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
    yield elements.map((element: JsonElement) => {
      const { line, end, endLine, problem, text } = element;
      row++;
      const next = { bytes: end, line: endLine, row };
      return { row, line, next, body: toBody(element, columns, skipped), problem, cells: null, text };
    });
  }
}

/** Renames, converts and skips members. Those that the plan does not know stay, so that the store refuses them. */
function toBody(
  { value, text }: JsonElement,
  columns: ReadonlyMap<string, PlannedColumn>,
  skipped: ReadonlySet<string>,
): unknown {
  if (!isJsonObject(value)) return value;
  const body: [string, unknown][] = [];
  let texts: ReturnType<typeof readMemberTexts> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const column = columns.get(name);
    if (column === undefined) {
      if (!skipped.has(name) && name !== 'id') body.push([name, member]);
    } else if (typeof member === 'string') {
      body.push([column.property, readTypedText(member, column.type, column)]);
    } else if (member === null || typeof member === column.type) {
      body.push([column.property, member]);
    } else if (column.type === 'string') {
      texts ??= readMemberTexts(text);
      body.push([column.property, texts?.get(name) ?? member]);
    } else {
      const isList = typeof member === 'object';
      body.push([column.property, isList ? member : readTypedText(String(member), column.type, column)]);
    }
  }
  // Defines members, so that one named __proto__ is refused like any other unknown one.
  return Object.fromEntries(body);
}
