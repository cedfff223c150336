import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Slot, SlotValue } from '../ground/rows.ts';
import type { Column, Comparison, Filter, Order, OrderKey, Position } from './ast.ts';
import { compareText } from './compare.ts';
import { compareRecords, isBehind, matches, positionOf, type StoredRecord, select } from './evaluate.ts';
import { fold } from './fold.ts';

// Few different values, so that ties, equal texts and matches are frequent.
const letter = fc.constantFrom(
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'σ',
  'ς',
  'Σ',
  'İ',
  'i',
  '\u0301',
  '%',
  '\uff5e',
  '\ufffd',
  '\u{1F600}',
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(letter, { maxLength: 4 }).map((letters) => letters.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const number = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 53), max: 2 ** 53 })
      .map((n) => n + 0),
  },
);

const TEXT_COLUMNS = ['id', 't0', 't1'] as const;
const NUMBER_COLUMNS = ['seq', 'created_at', 'updated_at', 'n0', 'n1'] as const;
const column = fc.constantFrom<Column>(...TEXT_COLUMNS, ...NUMBER_COLUMNS);

const record = fc
  .record({
    createdAt: fc.integer({ min: 0, max: 3 }),
    updatedAt: fc.integer({ min: 0, max: 3 }),
    t0: fc.option(text),
    t1: fc.option(text),
    n0: fc.option(number),
    n1: fc.option(number),
  })
  .map(({ createdAt, updatedAt, ...bySlot }) => {
    // An absent slot equals a slot that holds null.
    const slots = new Map<Slot, SlotValue>(Object.entries(bySlot) as [Slot, SlotValue][]);
    if (bySlot.t1 === null) slots.delete('t1');
    return { createdAt, updatedAt, slots };
  });

const records = fc.array(record, { maxLength: 25 }).chain((parts) =>
  fc.shuffledSubarray(
    parts.map((part, seq): StoredRecord => ({ ...part, id: `${(seq * 7) % 25}`, seq })),
    { minLength: parts.length },
  ),
);

const comparison: fc.Arbitrary<Comparison> = fc.oneof(
  fc.record({
    column: fc.constantFrom<Column>(...TEXT_COLUMNS),
    op: fc.constantFrom('eq', 'ne'),
    value: text,
  }),
  fc.record({
    column: fc.constantFrom<Column>(...NUMBER_COLUMNS),
    op: fc.constantFrom('eq', 'ne'),
    value: number,
  }),
  fc.record({
    column: fc.constantFrom<Column>(...TEXT_COLUMNS),
    op: fc.constant('in'),
    values: fc.array(text, { maxLength: 4 }),
  }),
  fc.record({
    column: fc.constantFrom<Column>(...NUMBER_COLUMNS),
    op: fc.constant('in'),
    values: fc.array(number, { maxLength: 4 }),
  }),
  fc.record({
    column: fc.constantFrom<Column>(...TEXT_COLUMNS),
    op: fc.constantFrom('contains', 'startsWith', 'endsWith'),
    value: text.filter((needle) => needle !== '').map(fold),
  }),
  fc.record({ column, op: fc.constantFrom('empty', 'notEmpty') }),
  fc.record({
    column: fc.constantFrom<Column>(...NUMBER_COLUMNS),
    op: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
    value: number,
  }),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparison,
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
  ),
}));
const sortKey = fc.record({ column, direction: fc.constantFrom<OrderKey['direction']>('asc', 'desc') });
const order: fc.Arbitrary<Order> = fc.oneof(
  sortKey,
  fc
    .tuple(sortKey, fc.array(sortKey, { minLength: 1, maxLength: 3 }))
    .map(([first, further]) => ({ ...first, further })),
);

/**
 * A second implementation of query/ast.ts, written independently of the first. It is slow and uses other means: it
 * compares texts as arrays of code points, orders records by counting their predecessors, and slices pages from the
 * whole list.
 */
function naiveValue(record: StoredRecord, name: Column): SlotValue {
  const system = new Map<Column, SlotValue>([
    ['id', record.id],
    ['seq', record.seq],
    ['created_at', record.createdAt],
    ['updated_at', record.updatedAt],
  ]);
  return [...system, ...record.slots].find(([key]) => key === name)?.[1] ?? null;
}

function naiveMatches(where: Filter, record: StoredRecord): boolean {
  if ('all' in where) return !where.all.map((part) => naiveMatches(part, record)).includes(false);
  if ('any' in where) return where.any.map((part) => naiveMatches(part, record)).includes(true);
  const held = naiveValue(record, where.column);
  if (where.op === 'notEmpty') return ![null, ''].includes(held as null);
  if (where.op === 'empty') return !naiveMatches({ ...where, op: 'notEmpty' }, record);
  if (where.op === 'in') {
    const { column: name, values } = where;
    return naiveMatches({ any: values.map((value) => ({ column: name, op: 'eq', value })) }, record);
  }
  if (!('value' in where)) throw new Error('every other operator has a value');
  if (where.op === 'eq') return held !== null && Object.is(held, where.value);
  if (where.op === 'ne') return !naiveMatches({ ...where, op: 'eq' }, record);
  if (held === null) return false;
  if (where.op === 'gt') return Number(held) > where.value;
  if (where.op === 'lt') return Number(held) < where.value;
  if (where.op === 'gte') return Number(held) === where.value || Number(held) > where.value;
  if (where.op === 'lte') return Number(held) === where.value || Number(held) < where.value;
  const [hay, needle] = [[...fold(String(held))], [...String(where.value)]];
  const places = hay
    .map((_, start) => start)
    .filter((start) => needle.every((char, i) => hay[start + i] === char));
  if (where.op === 'startsWith') return places.includes(0);
  return where.op === 'endsWith' ? places.includes(hay.length - needle.length) : places.length > 0;
}

function naiveGoesBefore(a: StoredRecord, b: StoredRecord, by: Order): boolean {
  const { further: [next, ...others] = [], ...key } = by;
  const [x, y] = [naiveValue(a, key.column), naiveValue(b, key.column)];
  if (x === y && next !== undefined) {
    return naiveGoesBefore(a, b, others.length === 0 ? next : { ...next, further: others });
  }
  const isOldestFirst = by.direction === 'asc' && (by.column === 'created_at' || by.column === 'updated_at');
  if (x === y) return isOldestFirst ? a.seq < b.seq : a.seq > b.seq;
  if (x === null || y === null) return y === null;
  if (typeof x === 'number') return by.direction === 'asc' ? x < Number(y) : x > Number(y);
  const bytes = Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)));
  return by.direction === 'asc' ? bytes < 0 : bytes > 0;
}

function naiveSelect(
  where: Filter,
  by: Order,
  skip: number,
  limit: number,
  all: readonly StoredRecord[],
): StoredRecord[] {
  const found = all.filter((record) => naiveMatches(where, record));
  const ranked: StoredRecord[] = [];
  for (const one of found) ranked[found.filter((other) => naiveGoesBefore(other, one, by)).length] = one;
  return ranked.slice(skip, skip + limit);
}

describe('the evaluator', () => {
  test('agrees with the naive evaluator on every filter, order and page', () => {
    fc.assert(
      fc.property(records, filter, order, fc.nat(10), fc.nat(10), (all, where, by, skip, limit) => {
        const whole = select({ where, order: by, after: null, limit: 1000 }, all);
        const last = whole[skip - 1];
        const after = last === undefined ? null : positionOf(last, by);
        const expected = naiveSelect(where, by, after === null ? 0 : skip, limit, all);
        expect(select({ where, order: by, after, limit }, all)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('orders records totally: no ties, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(records, order, (all, by) => {
        const compare = compareRecords(by);
        for (const a of all) {
          expect(compare(a, a)).toBe(0);
          for (const b of all) {
            expect(Math.sign(compare(a, b))).toBe(0 - Math.sign(compare(b, a)));
            if (a !== b) expect(compare(a, b)).not.toBe(0);
            for (const c of all) {
              if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBeLessThan(0);
            }
          }
        }
      }),
    );
  });

  test('sorts text by its UTF-8 bytes', () => {
    const anyText = fc.oneof(text, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  test('puts exactly the records up to a position before it', () => {
    fc.assert(
      fc.property(records, order, (all, by) => {
        const compare = compareRecords(by);
        for (const a of all) {
          const position = positionOf(a, by);
          for (const b of all) expect(isBehind(position, b, by)).toBe(compare(a, b) < 0);
        }
      }),
    );
  });

  test('treats ne as not eq, notEmpty as not empty, empty `all` as true and empty `any` as false', () => {
    fc.assert(
      fc.property(record, column, fc.oneof(text, number), (part, name, value) => {
        const one = { ...part, id: 'a', seq: 1 };
        expect(matches({ column: name, op: 'ne', value }, one)).toBe(
          !matches({ column: name, op: 'eq', value }, one),
        );
        expect(matches({ column: name, op: 'notEmpty' }, one)).toBe(
          !matches({ column: name, op: 'empty' }, one),
        );
        expect(matches({ all: [] }, one)).toBe(true);
        expect(matches({ any: [] }, one)).toBe(false);
      }),
    );
  });

  test('pages through all records once and in order, with ties and unset values', () => {
    fc.assert(
      fc.property(records, filter, order, fc.integer({ min: 1, max: 7 }), (all, where, by, limit) => {
        const seen: StoredRecord[] = [];
        let after: Position | null = null;
        for (let page = select({ where, order: by, after, limit }, all); page.length > 0; ) {
          seen.push(...page);
          after = positionOf(page.at(-1) as StoredRecord, by);
          page = select({ where, order: by, after, limit }, all);
        }
        expect(seen).toEqual(select({ where, order: by, after: null, limit: 1000 }, all));
      }),
    );
  });
});
