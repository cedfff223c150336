import { createClient } from '@vitrine/client';
import { equal } from './assert.ts';
import { eventsOf } from './steady-writers.ts';
import type { ServerAccess } from './suite.ts';

/** How many records `writeThroughFaults` changes. */
export const CHANGED = 10;

/** The numbers of the records that `writeThroughFaults` leaves in the store. */
export const REMAINING = [...Array(290).keys()].filter((number) => number < 30 || number >= 40);

/** Adds, changes, deletes and reads records of a new store over a connection on which each request fails once. */
export async function writeThroughFaults({ url, key }: ServerAccess, name: string): Promise<void> {
  const v = createClient({ url, key, timeout: 1_000, retries: 10 });
  const events = await v.stores.ensure(eventsOf(name));
  const added = await Promise.all(Array.from({ length: 40 }, (_, number) => events.add({ number })));
  await events.upsertMany(Array.from({ length: 250 }, (_, index) => ({ number: 40 + index })));
  await Promise.all(added.slice(0, CHANGED).map(({ id }) => events.patch(id, { note: 'seen' })));
  await events.deleteMany(added.slice(30).map(({ id }) => id));
  equal((await events.query({ limit: 100 }).all()).length, REMAINING.length, 'the number of records');
}
