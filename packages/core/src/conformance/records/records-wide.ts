import assert from 'node:assert/strict';
import { SLOT_COLUMNS } from '../../ground/limits.ts';
import type { Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import type { UpsertRecord } from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeStore, NOW, record, SECOND, valueIn } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

const TTL_SECONDS = 10;
const EXPIRED = NOW + TTL_SECONDS * SECOND;

/** Returns the slots t0, t1, … and n0, n1, … */
function slotsOf(texts: number, numbers: number): Slot[] {
  return [
    ...Array.from({ length: texts }, (_, i): Slot => `t${i}`),
    ...Array.from({ length: numbers }, (_, i): Slot => `n${i}`),
  ];
}

/** Returns a different value for each slot and each `round`, so that the values of two writes differ. */
function sampleValue(slot: Slot, round: number): SlotValue {
  return slot.startsWith('t') ? `${slot} Ä ${round}` : Number(slot.slice(1)) + 100 * round;
}

function filled(id: string, slots: readonly Slot[], round: number): UpsertRecord {
  return record(id, Object.fromEntries(slots.map((slot) => [slot, sampleValue(slot, round)])));
}

async function assertHolds(
  { records }: Storage,
  store: StoreRow,
  id: string,
  expected: Readonly<Partial<Record<Slot, SlotValue>>>,
  now: number,
): Promise<void> {
  const row = await records.get(store, id, now);
  assert(row !== null, `${id} exists`);
  for (const { slot } of store.properties)
    assert.equal(valueIn(store, row, slot), expected[slot] ?? null, `${id}, ${slot}`);
}

function valuesOf(slots: readonly Slot[], round: number): Partial<Record<Slot, SlotValue>> {
  return Object.fromEntries(slots.map((slot) => [slot, sampleValue(slot, round)]));
}

/** Fewer slots of each kind than there are columns, as many, and more. */
const SIZES = [SLOT_COLUMNS - 1, SLOT_COLUMNS, SLOT_COLUMNS + 1];
const WIDTHS = SIZES.flatMap((texts) => SIZES.map((numbers) => slotsOf(texts, numbers)));

export const recordsWide = topic('records-wide', [
  {
    id: 'upsert',
    title: 'a store with many properties accepts batches with all of them, some, and different ones',
    async run({ storage }) {
      for (const recordTtl of [null, TTL_SECONDS]) {
        for (const slots of WIDTHS) {
          const [first, last] = [slots.slice(0, 1), slots.slice(-1)];
          const store = await arrangeStore(storage, slots, { recordTtl });
          const upsert = (...records: UpsertRecord[]) => storage.records.upsert(store, records, NOW);
          assert.deepEqual(await upsert(filled('whole', slots, 1)), ['created']);
          assert.deepEqual(await upsert(filled('a', first, 1), filled('b', last, 1)), ['created', 'created']);
          assert.deepEqual(await upsert(filled('a', last, 2), filled('whole', first, 2)), [
            'updated',
            'updated',
          ]);
          await assertHolds(storage, store, 'a', { ...valuesOf(first, 1), ...valuesOf(last, 2) }, NOW);
          await assertHolds(storage, store, 'b', valuesOf(last, 1), NOW);
          await assertHolds(storage, store, 'whole', { ...valuesOf(slots, 1), ...valuesOf(first, 2) }, NOW);
          assert.deepEqual(await upsert(filled('b', slots, 3)), ['updated']);
          await assertHolds(storage, store, 'b', valuesOf(slots, 3), NOW);
        }
      }
    },
  },
  {
    id: 'upsert-expired',
    title: 'in a store with many properties, a batch replaces expired records and keeps none of their values',
    async run({ storage }) {
      for (const slots of WIDTHS) {
        const [first, last] = [slots.slice(0, 1), slots.slice(-1)];
        const store = await arrangeStore(storage, slots, { recordTtl: TTL_SECONDS });
        const ids = ['a', 'b', 'c'];
        const old = ids.map((id) => filled(id, slots, 1));
        assert.deepEqual(
          await storage.records.upsert(store, old, NOW),
          ids.map(() => 'created'),
        );
        const mixed = [filled('a', first, 2), filled('b', last, 2)];
        assert.deepEqual(await storage.records.upsert(store, mixed, EXPIRED), ['created', 'created']);
        assert.deepEqual(await storage.records.upsert(store, [filled('c', slots, 2)], EXPIRED), ['created']);
        await assertHolds(storage, store, 'a', valuesOf(first, 2), EXPIRED);
        await assertHolds(storage, store, 'b', valuesOf(last, 2), EXPIRED);
        await assertHolds(storage, store, 'c', valuesOf(slots, 2), EXPIRED);
      }
    },
  },
]);
