import { memoryStorage } from '@vitrine/core';
import { type Action, assertSameResults, type Program, replay } from '@vitrine/core/conformance';
import type { Slot, UpsertRecord } from '@vitrine/core/storage';
import fc from 'fast-check';
import { test } from 'vitest';
import { rounds } from '../nightly.ts';
import { onEveryContestant } from './storages.ts';

/** Above the number of slots with their own columns, so that some stores use all of those and the overflow. */
const SLOTS_OF_A_KIND = 30;
const RUNS = rounds(15, 40);
const TIMEOUT = 600_000;

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const count = fc.oneof(fc.nat(SLOTS_OF_A_KIND), fc.constantFrom(23, 24, 25));

/** Generates the slots that a record names: all, none, one, all but one, or any subset. */
function namedSlots(slots: readonly Slot[]): fc.Arbitrary<readonly Slot[]> {
  return fc.oneof(
    fc.constant(slots),
    fc.constant([]),
    fc.constantFrom(...slots).map((slot) => [slot]),
    fc.constantFrom(...slots).map((left) => slots.filter((slot) => slot !== left)),
    fc.subarray([...slots]),
  );
}

function upsertRecord(slots: readonly Slot[]): fc.Arbitrary<UpsertRecord> {
  return fc
    .record({
      id: ids,
      complete: fc.constantFrom(true, true, true, false),
      named: namedSlots(slots),
      seed: fc.nat(9),
    })
    .map(({ id, complete, named, seed }) => ({
      id,
      complete,
      slots: named,
      values: named.map((slot, i) => {
        if ((seed + i) % 4 === 0) return null;
        return slot.startsWith('t') ? `Ä${seed}${slot}` : seed * 100 + i;
      }),
    }));
}

function action(slots: readonly Slot[]): fc.Arbitrary<Action> {
  const step = <Name extends Action['do']>(name: Name) => fc.constant(name);
  const record = upsertRecord(slots);
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: step('upsert'), records: fc.array(record, { maxLength: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ do: step('insert'), record }) },
    { weight: 2, arbitrary: fc.record({ do: step('patch'), id: ids, change: record }) },
    { weight: 1, arbitrary: fc.record({ do: step('get'), id: ids }) },
    { weight: 1, arbitrary: fc.record({ do: step('wait'), millis: fc.constantFrom(1, 1_000, 5_000) }) },
  );
}

/** Programs for one store of up to 60 properties, with writes that name different parts of it. */
const wideProgram: fc.Arbitrary<Program> = fc
  .record({ texts: count, numbers: count, recordTtl: fc.option(fc.constant(3), { freq: 3 }) })
  .filter(({ texts, numbers }) => texts + numbers > 0)
  .chain(({ texts, numbers, recordTtl }) => {
    const slots: Slot[] = [
      ...Array.from({ length: texts }, (_, i): Slot => `t${i}`),
      ...Array.from({ length: numbers }, (_, i): Slot => `n${i}`),
    ];
    return fc.record({
      stores: fc.constant([{ slots, recordTtl }]),
      steps: fc.array(
        action(slots).map((step) => ({ on: 0, ...step })),
        { minLength: 1, maxLength: 12 },
      ),
    });
  });

onEveryContestant((storage) => {
  test('for writes of any part of stores with up to 30 slots of each kind, with and without a time to live', {
    timeout: TIMEOUT,
  }, async () => {
    const property = fc.asyncProperty(wideProgram, async (program) => {
      assertSameResults(await replay(program, storage()), await replay(program, memoryStorage()));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
