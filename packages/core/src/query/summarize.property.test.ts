import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Slot, SlotValue } from '../ground/rows.ts';
import { CLOCK_PARTS, type ClockPart, TIME_UNITS, type TimeUnit } from '../zones/time-bucket.ts';
import { compareText } from './compare.ts';
import { columnValue, type StoredRecord } from './evaluate.ts';
import { summarize } from './summarize.ts';
import type { Grouping, Measure, SummaryGroup, SummaryQuery } from './summary.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'] as const;
const WIDTHS = [1, 0.1, 2.5, 0.007, 1_000] as const;

const records = fc
  .array(
    fc.record({
      t0: fc.option(fc.constantFrom('a', 'A', 'ä', '', '\uff5e', '\u{1F600}')),
      // In tenths and thousandths, so that values are at the ends of buckets.
      n0: fc.option(fc.integer({ min: -50, max: 50 }).map((n) => n / 10 + 0)),
      n1: fc.option(fc.integer({ min: -7_000, max: 7_000 }).map((n) => n / 1_000 + 0)),
      n2: fc.option(fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) })),
      n3: fc.option(fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) })),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(
      (bySlot, seq): StoredRecord => ({
        id: `r${seq}`,
        seq,
        createdAt: 0,
        updatedAt: 0,
        slots: new Map(Object.entries(bySlot) as [Slot, SlotValue][]),
      }),
    ),
  );

/** A part of a key, with the width of its buckets. */
interface Part {
  readonly grouping: Grouping;
  readonly width: number;
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc
    .constantFrom('t0', 'n0', 'n1', 'id')
    .map((column) => ({ grouping: { kind: 'value', column } as Grouping, width: 0 })),
  fc.constant({ grouping: { kind: 'folded', column: 't0' } as Grouping, width: 0 }),
  fc
    .record({ column: fc.constantFrom('n0', 'n1'), width: fc.constantFrom(...WIDTHS) })
    .map(({ column, width }) => ({
      grouping: {
        kind: 'number',
        column,
        buckets: { units: Math.round(width * 1_000), scale: 1_000 },
      } as Grouping,
      width,
    })),
  fc
    .record({ unit: fc.constantFrom(...TIME_UNITS, ...CLOCK_PARTS), timeZone: fc.constantFrom(...ZONES) })
    .map((bucket) => ({ grouping: { kind: 'time', column: 'n2', ...bucket } as Grouping, width: 0 })),
);

const measure: fc.Arbitrary<Measure> = fc.oneof(
  fc.record({
    op: fc.constantFrom('count', 'countDistinct', 'sum', 'avg', 'min', 'max', 'median', 'p90', 'p95', 'p99'),
    column: fc.constantFrom<Slot>('n0', 'n1', 'n2'),
  }),
  fc.record({
    op: fc.constantFrom('avg', 'min', 'max', 'median', 'p90'),
    elapsed: fc.record({
      from: fc.constantFrom<Slot>('n2', 'n3'),
      to: fc.constant<Slot>('n2'),
      millis: fc.constantFrom(60_000, 86_400_000),
    }),
  }),
);

/**
 * A second reading of query/summary.ts by other means: buckets of time by Temporal, buckets of numbers in whole thousandths,
 * groups by comparing each record with the first of each group, sums of sorted values.
 */
function naiveStart(unit: TimeUnit | ClockPart, timeZone: string, instant: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  if (unit === 'weekday') return local.dayOfWeek;
  if (unit === 'hourOfDay') return local.hour;
  if (unit === 'hour') {
    const { minute, second, millisecond } = local;
    return local.subtract({ minutes: minute, seconds: second, milliseconds: millisecond }).epochMilliseconds;
  }
  const date = local.toPlainDate();
  const first = {
    day: date,
    week: date.subtract({ days: date.dayOfWeek - 1 }),
    month: date.with({ day: 1 }),
    quarter: date.with({ day: 1, month: date.month - ((date.month - 1) % 3) }),
    year: date.with({ day: 1, month: 1 }),
  }[unit];
  return first.toZonedDateTime(timeZone).epochMilliseconds;
}

function naivePart({ grouping, width }: Part, record: StoredRecord): SlotValue {
  const value = columnValue(record, grouping.column);
  if (grouping.kind === 'folded') return String(value ?? '').toLowerCase() || value;
  if (grouping.kind === 'value' || typeof value !== 'number') return value;
  if (grouping.kind === 'time') return naiveStart(grouping.unit, grouping.timeZone, value);
  const [thousandths, step] = [Math.round(value * 1_000), Math.round(width * 1_000)];
  const rest = ((thousandths % step) + step) % step;
  return (thousandths - rest) / 1_000 + 0;
}

function naiveValue(measured: Measure, record: StoredRecord): SlotValue {
  if ('column' in measured) return columnValue(record, measured.column);
  if ('lengthOf' in measured) {
    const text = columnValue(record, measured.lengthOf);
    return text === null ? null : Array.from(String(text)).length;
  }
  const { from, to, millis } = measured.elapsed;
  const [start, end] = [from, to].map((column) => columnValue(record, column));
  return start === null || end === null ? null : (Number(end) - Number(start)) / millis;
}

function naiveMeasure(measured: Measure, members: readonly StoredRecord[]): number | null {
  const { op } = measured;
  const values = members
    .map((record) => naiveValue(measured, record))
    .filter((value) => typeof value === 'number')
    .toSorted((a, b) => a - b);
  if (op === 'count') return values.length;
  if (op === 'countDistinct') return values.filter((value, i) => value !== values[i - 1]).length;
  if (values.length === 0) return null;
  if (op === 'min') return values[0] ?? null;
  if (op === 'max') return values.at(-1) ?? null;
  const percent = { median: 50, p90: 90, p95: 95, p99: 99 }[String(op)];
  // The first value that is not below so many percent of the values.
  if (percent !== undefined) return values.find((_, i) => (i + 1) * 100 >= percent * values.length) ?? null;
  const sum = values.reduce((total, value) => total + value, 0);
  return op === 'sum' ? sum : sum / values.length;
}

function naiveGroups(
  parts: readonly Part[],
  measures: readonly Measure[],
  all: readonly StoredRecord[],
): SummaryGroup[] {
  const groups: { key: SlotValue[]; members: StoredRecord[] }[] =
    parts.length === 0 ? [{ key: [], members: [] }] : [];
  for (const record of all) {
    const key = parts.map((one) => naivePart(one, record));
    const group = groups.find((other) => other.key.every((value, i) => value === key[i]));
    if (group === undefined) groups.push({ key, members: [record] });
    else group.members.push(record);
  }
  return groups.map(({ key, members }) => ({
    key,
    count: members.length,
    values: measures.map((one) => naiveMeasure(one, members)),
  }));
}

/** Returns whether the group comes before the other one, as the contract says. */
function isBefore(sort: SummaryQuery['sort'], a: SummaryGroup, b: SummaryGroup): boolean {
  const sortedBy = ({ key, values, count }: SummaryGroup) =>
    sort.by === 'count' ? count : ((sort.by === 'key' ? key : values)[sort.index] ?? null);
  const pairs = [
    [sortedBy(a), sortedBy(b), sort.direction],
    ...a.key.map((value, i) => [value, b.key[i] ?? null, 'asc'] as const),
  ] as const;
  for (const [x, y, direction] of pairs) {
    if (x === y) continue;
    if (x === null || y === null) return y === null;
    const ascending = typeof x === 'string' ? compareText(x, String(y)) < 0 : x < Number(y);
    return ascending === (direction === 'asc');
  }
  return false;
}

test('summaries agree with a naive implementation', () => {
  const query = fc
    .record({
      parts: fc.uniqueArray(part, { maxLength: 2, selector: ({ grouping }) => grouping.column }),
      measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
      direction: fc.constantFrom('asc', 'desc'),
      limit: fc.integer({ min: 1, max: 40 }),
    })
    .chain((given) =>
      fc.record({
        given: fc.constant(given),
        sort: fc.constantFrom<SummaryQuery['sort']>(
          { by: 'count', direction: given.direction },
          { by: 'measure', index: 0, direction: given.direction },
          ...given.parts.map((_, index) => ({ by: 'key', index, direction: given.direction }) as const),
        ),
      }),
    );
  fc.assert(
    fc.property(records, query, (all, { given: { parts, measures, limit }, sort }) => {
      const groupBy = parts.map(({ grouping }) => grouping);
      const { groups, more } = summarize({ where: { all: [] }, groupBy, measures, sort, limit }, all);
      const expected = naiveGroups(parts, measures, all);
      expect(groups).toHaveLength(Math.min(limit, expected.length));
      expect(more).toBe(expected.length > limit);
      for (const group of groups) {
        const same = expected.find(({ key }) => key.every((value, i) => value === group.key[i]));
        expect(group.count).toBe(same?.count);
        for (const [i, value] of group.values.entries()) {
          const other = same?.values[i] ?? null;
          if (value === null || other === null) expect(value).toBe(other);
          else expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-12 * (Math.abs(other) + 300));
        }
      }
      for (const [i, group] of groups.entries()) {
        const next = groups[i + 1];
        if (next !== undefined) expect(isBefore(sort, group, next)).toBe(true);
      }
      // By a sum, groups that differ in its last bits may be in any order.
      const last = groups.at(-1);
      const isSum = sort.by === 'measure' && ['sum', 'avg'].includes(measures[0]?.op ?? '');
      if (last === undefined || isSum) return;
      const before = expected.filter((group) => isBefore(sort, group, last));
      expect(before).toHaveLength(groups.length - 1);
    }),
    { numRuns: 500 },
  );
});
