import type { Action, Program, WritersProgram } from '@vitrine/core/conformance';
import type { AggregateOp, Slot, SlotValue, UpsertRecord } from '@vitrine/core/storage';
import fc from 'fast-check';
import { filter, order } from './filters.ts';
import { summary } from './summaries.ts';
import { id, number, text, type Vocabulary, vocabulary } from './vocabulary.ts';

/** Generates values for some of the slots. */
function slotValues(words: Vocabulary) {
  const held = (slot: Slot): fc.Arbitrary<[Slot, SlotValue]> => {
    const value = slot.startsWith('t') ? text(words) : number;
    return fc.tuple(fc.constant(slot), fc.option<string | number>(value, { freq: 4 }));
  };
  return fc
    .subarray([...words.text, ...words.number])
    .chain((slots) => fc.tuple(...slots.map(held)))
    .map((entries) => ({ slots: entries.map(([slot]) => slot), values: entries.map(([, value]) => value) }));
}

function upsertRecord(words: Vocabulary): fc.Arbitrary<UpsertRecord> {
  // true comes first, because fast-check shrinks towards the first value.
  const complete = fc.constantFrom(true, true, true, false);
  return fc
    .record({ id, complete, values: slotValues(words) })
    .map(({ values, ...record }) => ({ ...record, ...values }));
}

const step = <Name extends Action['do']>(name: Name) => fc.constant(name);

/** Generates a write of records. */
function writing(words: Vocabulary): fc.Arbitrary<Action> {
  const record = upsertRecord(words);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: step('insert'), record }) },
    { weight: 6, arbitrary: fc.record({ do: step('upsert'), records: fc.array(record, { maxLength: 8 }) }) },
    { weight: 4, arbitrary: fc.record({ do: step('patch'), id, change: slotValues(words) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: step('expectedWrites'),
        id,
        change: slotValues(words),
        inState: fc.constantFrom('read' as const, 'present' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: step('keyedUpsert'),
        key: fc.constantFrom('key 1', 'key 2'),
        records: fc.array(record, { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: step('delete'), ids: fc.array(id, { maxLength: 3 }) }) },
  );
}

function action(words: Vocabulary): fc.Arbitrary<Action> {
  const record = upsertRecord(words);
  const where = filter(words);
  const by = order(words);
  const few = fc.integer({ min: 1, max: 5 });
  const op = fc.constantFrom<AggregateOp>('sum', 'avg', 'min', 'max');
  const slot = fc.constantFrom(...words.number);
  const summarize = summary(words, where).map((query): Action => ({ do: 'summarize', ...query }));
  return fc.oneof(
    { weight: 19, arbitrary: writing(words) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: step('rename'),
        slot: fc.constantFrom(...words.text, ...words.number),
        name: fc.constantFrom('renamed', 'id', 'Ümlaut'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: step('get'), id }) },
    { weight: 8, arbitrary: fc.record({ do: step('walk'), where, order: by, limit: few }) },
    { weight: 3, arbitrary: fc.record({ do: step('openWalk'), where, order: by, limit: few }) },
    { weight: 6, arbitrary: fc.record({ do: step('turnPage') }) },
    { weight: 1, arbitrary: fc.record({ do: step('scan'), where, order: by, limit: fc.nat(12) }) },
    { weight: 4, arbitrary: fc.record({ do: step('count'), where }) },
    { weight: 3, arbitrary: fc.record({ do: step('aggregate'), op, slot, where }) },
    { weight: 4, arbitrary: summarize },
    { weight: 2, arbitrary: fc.record({ do: step('wait'), millis: fc.constantFrom(1, 999, 1000, 5000) }) },
    { weight: 1, arbitrary: fc.record({ do: step('staleWrites'), record }) },
    { weight: 2, arbitrary: fc.record({ do: step('openImport') }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: step('advanceImport'),
        records: fc.array(record, { maxLength: 5 }),
        mode: fc.constantFrom('upsert' as const, 'insert' as const),
        again: fc.constantFrom(false, false, false, true),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: step('endImport'),
        status: fc.constantFrom('done' as const, 'failed', 'cancelled'),
      }),
    },
  );
}

const recordTtl = fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 });

/** Generates steps that are only useful in sequence; each may be missing. */
function idiom(words: Vocabulary): fc.Arbitrary<Action[]> {
  const recycle = fc
    .record({ slot: fc.constantFrom(...words.text, ...words.number), limit: fc.integer({ min: 1, max: 5 }) })
    .map(({ slot, limit }): Action[] => [
      { do: 'freeSlot', slot },
      { do: 'clearFreed', limit },
      { do: 'addProperty', slot },
    ]);
  const expire = fc
    .record({
      before: recordTtl,
      millis: fc.constantFrom(1000, 5000, 20_000),
      limit: fc.integer({ min: 1, max: 5 }),
      after: recordTtl,
    })
    .map(({ before, millis, limit, after }): Action[] => [
      { do: 'setTtl', recordTtl: before },
      { do: 'wait', millis },
      { do: 'purgeExpired', limit },
      { do: 'setTtl', recordTtl: after },
    ]);
  const remove = fc
    .record({
      limit: fc.integer({ min: 1, max: 5 }),
      records: fc.array(upsertRecord(words), { maxLength: 3 }),
    })
    .map(({ limit, records }): Action[] => [
      { do: 'openImport' },
      { do: 'deleteStore' },
      { do: 'turnPage' },
      { do: 'advanceImport', records, mode: 'upsert', again: false },
      { do: 'purgeDeleted', limit },
      { do: 'turnPage' },
    ]);
  const removeRarely = { weight: 1, arbitrary: remove };
  return fc
    .oneof({ weight: 3, arbitrary: recycle }, { weight: 3, arbitrary: expire }, removeRarely)
    .chain((actions) => fc.subarray(actions, { minLength: 1 }));
}

function steps(words: Vocabulary) {
  const actions = fc.oneof(
    { weight: 6, arbitrary: action(words).map((one) => [one]) },
    { weight: 1, arbitrary: idiom(words) },
  );
  const onStore = fc.tuple(fc.nat(1), actions).map(([on, some]) => some.map((one) => ({ on, ...one })));
  return fc.array(onStore, { minLength: 1, maxLength: 30, size: 'max' }).map((parts) => parts.flat());
}

/** Fills both stores with many records at once, so that the following steps find some. */
function fillings(words: Vocabulary) {
  const filling = {
    do: fc.constant('upsert' as const),
    records: fc.array(upsertRecord(words), { maxLength: 25, size: 'max' }),
  };
  return fc.tuple(
    fc.record({ on: fc.constant(0), ...filling }),
    fc.record({ on: fc.constant(1), ...filling }),
  );
}

/** Programs for one or two stores of up to 30 properties. */
export const program: fc.Arbitrary<Program> = vocabulary.chain((words) => {
  const all: Slot[] = [...words.text, ...words.number];
  const slots = fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1 }));
  return fc.record({
    stores: fc.array(fc.record({ slots, recordTtl }), { minLength: 1, maxLength: 2 }),
    steps: fc.tuple(fillings(words), steps(words)).map((parts) => parts.flat()),
  });
});

/** Two to four writers of one store, with one to four writes each. */
export const writersProgram: fc.Arbitrary<WritersProgram> = vocabulary.chain((words) =>
  fc.record({
    slots: fc.constant([...words.text, ...words.number]),
    writers: fc.array(fc.array(writing(words), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 4,
    }),
  }),
);
