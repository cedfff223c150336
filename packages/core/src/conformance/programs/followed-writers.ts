import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Slot } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeStore, NOW } from '../fixtures/arrange.ts';
import { perform } from './differential.ts';
import { catchUp, compareCopy, followStore } from './followed-store.ts';
import type { Action } from './program.ts';
import { newSubject } from './program-subject.ts';

/** The actions of several writers on one store at the same time. Each writer acts in order. */
export interface WritersProgram {
  readonly slots: readonly Slot[];
  readonly writers: readonly (readonly Action[])[];
}

/**
 * Runs the writers at once on a new store of the storage, and applies the entries of its log to a copy meanwhile.
 * @throws AssertionError if the copy does not equal the store at the end, or an entry appeared before one that was read.
 */
export async function followWriters({ slots, writers }: WritersProgram, storage: Storage): Promise<void> {
  const store = await arrangeStore(storage, slots, { changes: true });
  const followed = followStore(store);
  assert(followed, 'the store has no log');
  let writing = writers.length;
  const write = async (actions: readonly Action[]) => {
    const subject = newSubject(store);
    try {
      for (const action of actions) await perform(storage, subject, { on: 0, ...action }, NOW);
    } finally {
      writing -= 1;
    }
  };
  const read = async () => {
    const positions: number[] = [];
    for (let isLast = false; !isLast; ) {
      // A storage in this thread may answer without giving way to the writers.
      await nextTurn();
      isLast = writing === 0;
      positions.push(...(await catchUp(storage, store, followed, NOW)).map(({ position }) => position));
    }
    return positions;
  };
  const [positions] = await Promise.all([read(), ...writers.map(write)]);
  const whole = await storage.changes.read(store.id, { after: 0, limit: 1_000_000 });
  assert(whole !== 'expired', 'entries are missing');
  assert.deepEqual(
    positions,
    whole.rows.map(({ position }) => position),
  );
  await compareCopy(storage, store, followed, NOW);
  // Null is what a record had that was gone when its entry was read. The entry of its deletion has followed.
  for (const [id, values] of followed.records)
    assert(
      values !== null,
      `the entry of record ${id} was read before the record, or its deletion has no entry`,
    );
}
