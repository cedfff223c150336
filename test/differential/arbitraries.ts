import type {
  AggregateOp,
  Column,
  Comparison,
  Filter,
  Order,
  Slot,
  SlotValue,
  UpsertRecord,
} from '@vitrine/core';
import { fold } from '@vitrine/core';
import type { Action, Program } from '@vitrine/core/conformance';
import fc from 'fast-check';

// Slots with columns of their own, at both ends, and slots beyond them (t24 and up, n24 and up).
const NUMBERS_OF_SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24, 25, 26, 40];
const TEXT_SLOTS = NUMBERS_OF_SLOTS.map((n): Slot => `t${n}`);
const NUMBER_SLOTS = NUMBERS_OF_SLOTS.map((n): Slot => `n${n}`);

// Few different values: ties, hits and equal ids are what finds faults.
const LETTERS = [
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'ß',
  'ẞ',
  'σ',
  'ς',
  'Σ',
  'İ',
  'i',
  'ı',
  'I',
  '\u0307',
  '\u0308',
  '\uff5e',
  '\ufffd',
];
const SIGNS = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '?',
  '$1',
  ' ',
  '\n',
  '\u{1F600}',
  '\u{10400}',
  '\u{10428}',
  '\u212a',
  '\uffff',
];
const piece = fc.constantFrom(...LETTERS, ...SIGNS);
const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')) },
  // U+0000 is refused by core.
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 8 }).map((drawn) => drawn.replaceAll('\0', '')),
  },
);
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 0.2, 0.3, 1e15, -1e15, 2 ** 53 - 1, 1 - 2 ** 53, 5e-324) },
  // + 0 makes -0 a 0, as core does.
  {
    weight: 1,
    arbitrary: fc.double({ noNaN: true, min: 1 - 2 ** 53, max: 2 ** 53 - 1 }).map((drawn) => drawn + 0),
  },
);
const id = fc.constantFrom(
  'a',
  'b',
  'A',
  'ä',
  'a\u0308',
  '1',
  '01',
  'x y',
  "it's",
  '%',
  '\uff5e',
  '\u{1F600}',
);

interface Columns {
  readonly text: readonly Slot[];
  readonly number: readonly Slot[];
}

/** Values for some of the slots. */
function slotValues({ text: textSlots, number: numberSlots }: Columns) {
  const held = (slot: Slot): fc.Arbitrary<[Slot, SlotValue]> =>
    fc.tuple(
      fc.constant(slot),
      fc.option<string | number>(slot.startsWith('t') ? text : number, { freq: 4 }),
    );
  return fc
    .subarray([...textSlots, ...numberSlots])
    .chain((slots) => fc.tuple(...slots.map(held)))
    .map((entries) => ({ slots: entries.map(([slot]) => slot), values: entries.map(([, value]) => value) }));
}

function upsertRecord(columns: Columns): fc.Arbitrary<UpsertRecord> {
  const complete = fc.boolean().map((flag) => !flag);
  return fc
    .record({ id, complete, values: slotValues(columns) })
    .map(({ values, ...record }) => ({ ...record, ...values }));
}

const SYSTEM_NUMBERS = ['created_at', 'updated_at'] as const;

function columnsOf(columns: Columns) {
  const textColumns: Column[] = ['id', ...columns.text];
  const numberColumns: Column[] = [...SYSTEM_NUMBERS, ...columns.number];
  return {
    textColumn: fc.constantFrom(...textColumns),
    numberColumn: fc.constantFrom(...numberColumns),
    column: fc.constantFrom<Column>('seq', ...textColumns, ...numberColumns),
  };
}

function filter(columns: Columns): fc.Arbitrary<Filter> {
  const { textColumn, numberColumn } = columnsOf(columns);
  const bound = fc.oneof(number, fc.constantFrom(1e300, -1e300, Date.UTC(2026, 0, 2, 3, 4, 10)));
  const comparison: fc.Arbitrary<Comparison> = fc.oneof(
    fc.record({ column: textColumn, op: fc.constantFrom('eq', 'ne'), value: fc.oneof(text, id) }),
    fc.record({ column: numberColumn, op: fc.constantFrom('eq', 'ne'), value: bound }),
    fc.record({
      column: textColumn,
      op: fc.constantFrom('contains', 'startsWith', 'endsWith'),
      value: fc
        .oneof(piece, text)
        .filter((needle) => needle !== '')
        .map(fold),
    }),
    fc.record({ column: fc.oneof(textColumn, numberColumn), op: fc.constantFrom('empty', 'notEmpty') }),
    fc.record({ column: numberColumn, op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: bound }),
  );
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      comparison,
      fc.record({ all: fc.array(tie('filter'), { maxLength: 4 }) }),
      fc.record({ any: fc.array(tie('filter'), { maxLength: 4 }) }),
    ),
  })).filter;
}

function action(columns: Columns): fc.Arbitrary<Action> {
  const record = upsertRecord(columns);
  const where = filter(columns);
  const order: fc.Arbitrary<Order> = fc.record({
    column: columnsOf(columns).column,
    direction: fc.constantFrom('asc', 'desc'),
  });
  const slot = fc.constantFrom(...columns.text, ...columns.number);
  const op = fc.constantFrom<AggregateOp>('sum', 'avg', 'min', 'max');
  const recordTtl = fc.option(fc.integer({ min: 1, max: 20 }));
  const step = <Name extends Action['do']>(name: Name) => fc.constant(name);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: step('insert'), record }) },
    { weight: 8, arbitrary: fc.record({ do: step('upsert'), records: fc.array(record, { maxLength: 8 }) }) },
    { weight: 4, arbitrary: fc.record({ do: step('patch'), id, change: slotValues(columns) }) },
    { weight: 1, arbitrary: fc.record({ do: step('delete'), ids: fc.array(id, { maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: step('get'), id }) },
    {
      weight: 8,
      arbitrary: fc.record({ do: step('walk'), where, order, limit: fc.integer({ min: 1, max: 5 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: step('scan'), where, order, limit: fc.nat(12) }) },
    { weight: 4, arbitrary: fc.record({ do: step('count'), where }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: step('aggregate'), op, slot: fc.constantFrom(...columns.number), where }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: step('wait'), millis: fc.constantFrom(1, 999, 1000, 5000, 20_000) }),
    },
    { weight: 1, arbitrary: fc.record({ do: step('setTtl'), recordTtl }) },
    { weight: 1, arbitrary: fc.record({ do: step('purgeExpired'), limit: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: step('freeSlot'), slot }) },
    { weight: 1, arbitrary: fc.record({ do: step('clearFreed'), limit: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: step('addProperty'), slot }) },
    { weight: 1, arbitrary: fc.record({ do: step('staleWrites'), record }) },
  );
}

/** Programs on one or two stores of up to 30 properties; steps name any of the slots, used or not. */
export const program: fc.Arbitrary<Program> = fc
  .record({
    text: fc.subarray(TEXT_SLOTS, { minLength: 1, maxLength: 15 }),
    number: fc.subarray(NUMBER_SLOTS, { minLength: 1, maxLength: 15 }),
  })
  .chain((columns) => {
    const slots = fc.subarray([...columns.text, ...columns.number], { minLength: 1 });
    const recordTtl = fc.option(fc.integer({ min: 1, max: 20 }), { freq: 1 });
    const step = fc.tuple(fc.nat(1), action(columns)).map(([on, one]) => ({ on, ...one }));
    const filling = {
      do: fc.constant('upsert' as const),
      records: fc.array(upsertRecord(columns), { maxLength: 25, size: 'max' }),
    };
    const fillings = fc.tuple(
      fc.record({ on: fc.constant(0), ...filling }),
      fc.record({ on: fc.constant(1), ...filling }),
    );
    const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
    return fc.record({
      stores: fc.array(fc.record({ slots, recordTtl }), { minLength: 1, maxLength: 2 }),
      steps: fc.tuple(fillings, steps).map((parts) => parts.flat()),
    });
  });
