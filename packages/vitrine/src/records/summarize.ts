import type {
  GroupCondition,
  RecordGroup,
  SearchFilter,
  SummarizeRecordsRequest,
  SummaryGrouping,
  SummaryMeasure,
} from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { printList } from '../lists/print-list.ts';
import type { Cell, Column } from '../lists/table.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { formatNumberOf, printLine, printNotice, type Terminal } from '../terminal/terminal.ts';
import { type OrderFlags, readOrder, readSearch, type SearchFlags } from './record-filters.ts';

export interface SummarizeFlags extends AccountFlags, SearchFlags, OrderFlags {
  readonly by: readonly string[];
  readonly measure: readonly string[];
  readonly having: readonly string[];
  readonly limit?: number;
  readonly json?: boolean;
}

/** Runs `vitrine summarize`: prints the groups as a table, or with `--json` the response of the HTTP interface. */
export function summarizeRecords(terminal: Terminal, store: string, flags: SummarizeFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, store);
    const selection = readSearch(flags);
    const groupBy = readGroupings(flags, selection.filters);
    const measures = flags.measure.map(readMeasure);
    const request: SummarizeRecordsRequest = {
      groupBy,
      measures: measures.length === 0 ? [{ op: 'count' }] : measures,
      ...(flags.having.length === 0 ? {} : { having: flags.having.map(readCondition) }),
      ...selection,
      ...readOrder(flags),
      ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    };
    const summary = await namingFlags(flags, () => vitrine.records.summarize(principal, storeId, request));
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(summary));
      return;
    }
    await printList(terminal, {}, columnsOf(summary.groups, groupBy), [summary.groups]);
    if (summary.truncated) {
      printNotice(
        terminal,
        `printed the first ${formatNumberOf(summary.groups.length, 'group')}; more exist`,
      );
    }
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

const BUCKET = /^(.+):(hour|day|week|month|quarter|year|weekday|hourOfDay|anycase|\d+(?:\.\d+)?)$/;

/** Returns the groups of a request. @throws CommandError for a time zone that nothing needs. */
function readGroupings(
  { by, timeZone }: SummarizeFlags,
  filters: readonly SearchFilter[],
): SummaryGrouping[] {
  const groupBy = by.map((text) => readGrouping(text, timeZone));
  if (timeZone !== undefined && [...groupBy, ...filters].every((one) => one.timeZone === undefined)) {
    const message = 'No --by has a bucket of time, such as date:month, and no --filter is one of a date.';
    throw new CommandError(EXIT.usage, `--time-zone: ${message}`);
  }
  return groupBy;
}

/** Reads `field`, `field:month`, `field:10` or `field:anycase`. Names of properties may contain colons. */
function readGrouping(text: string, timeZone: string | undefined): SummaryGrouping {
  const [, field, bucket] = BUCKET.exec(text) ?? [];
  if (field === undefined || bucket === undefined) return { field: text };
  if (bucket === 'anycase') return { field, caseInsensitive: true };
  if (/^\d/.test(bucket)) return { field, bucket: { width: Number(bucket) } };
  return {
    field,
    bucket: bucket as Extract<SummaryGrouping['bucket'], string>,
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

const LENGTH = /^length\((.+)\)$/;
const ELAPSED = /^(.+)\.\.(.+):(day|hour|minute)$/;

/** Reads `op`, `op:field`, `op:from..to:unit` or `op:length(field)`. The service refuses unknown operations and fields. */
function readMeasure(text: string): SummaryMeasure {
  const [op = ''] = text.split(':', 1);
  const field = text.slice(op.length + 1);
  const measured = readMeasured(field);
  return { op: op as SummaryMeasure['op'], ...(measured === '' ? {} : { field: measured }) };
}

function readMeasured(field: string): NonNullable<SummaryMeasure['field']> {
  const [, text] = LENGTH.exec(field) ?? [];
  if (text !== undefined) return { length: text };
  const [, from, to, unit] = ELAPSED.exec(field) ?? [];
  return from === undefined || to === undefined
    ? field
    : { dateDiff: { from, to, unit: unit as 'day' | 'hour' | 'minute' } };
}

const CONDITION = /^(.+):(eq|ne|gt|gte|lt|lte):(.+)$/;

/** Reads `measure:op:value`. @throws CommandError for another form. */
function readCondition(text: string): GroupCondition {
  const [, measure, op, value] = CONDITION.exec(text) ?? [];
  if (measure === undefined || value === undefined) {
    throw new CommandError(
      EXIT.usage,
      `--having ${text}: Expected measure:op:value with eq, ne, gt, gte, lt or lte, such as count:gte:10.`,
    );
  }
  return { measure, op: op as GroupCondition['op'], value };
}
