import { operatorsOf, PROPERTY_TYPES } from '@vitrine/core';
import type { RecordGroup, SearchFilter, SummaryGrouping, SummaryMeasure } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from './database.ts';
import { printList } from './lists/print-list.ts';
import type { Cell, Column } from './lists/table.ts';
import { findStoreId } from './named-resources.ts';
import { printLine, type Terminal } from './terminal.ts';

export interface SummarizeFlags extends AccountFlags {
  readonly by: readonly string[];
  readonly measure: readonly string[];
  readonly filter: readonly string[];
  readonly any?: boolean;
  readonly timeZone?: string;
  readonly sort?: string;
  readonly direction?: 'asc' | 'desc';
  readonly limit?: number;
  readonly json?: boolean;
}

/** Runs `vitrine summarize`: prints the groups as a table, or with `--json` the response of the HTTP interface. */
export function summarizeRecords(terminal: Terminal, store: string, flags: SummarizeFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, store);
    const groupBy = flags.by.map((text) => readGrouping(text, flags.timeZone));
    const measures = flags.measure.map(readMeasure);
    const summary = await vitrine.records.summarize(principal, storeId, {
      groupBy,
      measures: measures.length === 0 ? [{ op: 'count' }] : measures,
      filters: flags.filter.map(readFilter),
      match: flags.any === true ? 'any' : 'all',
      ...(flags.sort === undefined ? {} : { sortBy: flags.sort }),
      ...(flags.direction === undefined ? {} : { sortDir: flags.direction }),
      ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    });
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(summary));
      return;
    }
    await printList(terminal, {}, columnsOf(summary.groups, groupBy), [summary.groups]);
    if (summary.truncated)
      printLine(terminal.stderr, `note: the first ${summary.groups.length} groups; more exist`);
  });
}

function columnsOf(
  groups: readonly RecordGroup[],
  groupBy: readonly SummaryGrouping[],
): Column<RecordGroup>[] {
  const [first] = groups;
  const names = Object.keys(first?.values ?? {}).filter((name) => name !== 'count');
  return [
    ...groupBy.map(
      ({ field }): Column<RecordGroup> => ({ header: field, cell: ({ key }): Cell => key[field] ?? null }),
    ),
    { header: 'count', cell: ({ count }) => count },
    ...names.map(
      (name): Column<RecordGroup> => ({ header: name, cell: ({ values }): Cell => values[name] ?? null }),
    ),
  ];
}

const BUCKET = /^(.+):(hour|day|week|month|quarter|year|\d+(?:\.\d+)?)$/;

/** Reads `field`, `field:month` or `field:10`. Names of properties may contain colons. */
function readGrouping(text: string, timeZone: string | undefined): SummaryGrouping {
  const [, field, bucket] = BUCKET.exec(text) ?? [];
  if (field === undefined || bucket === undefined) return { field: text };
  if (/^\d/.test(bucket)) return { field, bucket: { width: Number(bucket) } };
  return {
    field,
    bucket: bucket as Extract<SummaryGrouping['bucket'], string>,
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

/** Reads `op` or `op:field`. The service refuses unknown operations and fields. */
function readMeasure(text: string): SummaryMeasure {
  const [op = ''] = text.split(':', 1);
  const field = text.slice(op.length + 1);
  return { op: op as SummaryMeasure['op'], ...(field === '' ? {} : { field }) };
}

const OPERATORS = [...new Set(PROPERTY_TYPES.flatMap(operatorsOf))];
const FILTER = new RegExp(`^(.+?):(${OPERATORS.join('|')})(?::(.*))?$`, 's');

/** Reads `field:op:value`; the values of `in` are separated by commas. */
function readFilter(text: string): SearchFilter {
  const [, field = text, op = '', value] = FILTER.exec(text) ?? [];
  if (value === undefined) return { field, op };
  return { field, op, value: op === 'in' ? value.split(',') : value };
}
