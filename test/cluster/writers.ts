import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '@vitrine/core';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { expect } from 'vitest';
import { ask } from '../postgres/ask.ts';

const WRITERS_OF_STORE = 2;
const RECOVERS_MS = 30_000;

export interface Written {
  /** Records that were acknowledged and are not stored, and those whose deletion was and are. */
  readonly lost: readonly string[];
  /** Errors other than `UnavailableError`, outcomes that can't be right, and reads that did not see a write. */
  readonly wrong: readonly unknown[];
  /** The number of refused writes. */
  readonly refused: number;
}

/** Writes to all stores during `event`, and until each store has acknowledged its writes after it. */
export async function writeDuring(
  { storage, stores, url }: { storage: Storage; stores: readonly StoreRow[]; url: string },
  event: () => Promise<void>,
): Promise<Written> {
  const present = new Set<string>();
  const absent = new Set<string>();
  const failures: unknown[] = [];
  const recovered = new Set<string>();
  let isOver = false;
  let isStopped = false;
  let acknowledged = 0;
  let slowest = 0;

  async function acknowledge<Result>(call: Promise<Result>, expected: unknown): Promise<void> {
    const began = performance.now();
    try {
      expect(await call).toEqual(expected);
      acknowledged++;
    } finally {
      slowest = Math.max(slowest, performance.now() - began);
    }
  }

  /** Inserts one record and changes it, creates two in a batch, and deletes one of them. Reads what it has written. */
  async function takeTurn(store: StoreRow, id: string): Promise<void> {
    const { records } = storage;
    const record = (name: string) => ({ id: name, slots: [], values: [], complete: true });
    const [kept, deleted] = [`${id}-kept`, `${id}-deleted`];
    await acknowledge(records.insert(store, record(id), 1), 'created');
    present.add(`${store.id} ${id}`);
    await acknowledge(records.upsert(store, [kept, deleted].map(record), 1), ['created', 'created']);
    present.add(`${store.id} ${kept}`);
    await acknowledge(records.patch(store, id, record(id), 2), expect.objectContaining({ id, updatedAt: 2 }));
    expect(await records.get(store, id, 2)).toMatchObject({ id, updatedAt: 2 });
    await acknowledge(records.delete(store, [deleted], 2), [deleted]);
    absent.add(`${store.id} ${deleted}`);
    expect(await records.get(store, deleted, 2)).toBeNull();
  }

  async function write(store: StoreRow, writer: number): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      const beganAfter = isOver;
      try {
        await takeTurn(store, `${writer}-${turn}`);
        if (beganAfter) recovered.add(store.id);
      } catch (error) {
        failures.push(error);
        await wait(20);
      }
    }
  }

  const writers = stores.flatMap((store) =>
    Array.from({ length: WRITERS_OF_STORE }, (_, writer) => write(store, writer)),
  );
  try {
    await wait(1_000);
    await event();
    isOver = true;
    await expect.poll(() => recovered.size, { timeout: RECOVERS_MS }).toBe(stores.length);
  } finally {
    isStopped = true;
    await Promise.all(writers);
  }
  const stored = await ask(url, "SELECT store_id || ' ' || id AS name FROM records");
  const names = new Set(stored.map(({ name }) => String(name)));
  console.log({ acknowledged, refused: failures.length, slowest: Math.round(slowest) });
  return {
    lost: [...present]
      .filter((name) => !names.has(name))
      .concat([...absent].filter((name) => names.has(name))),
    wrong: failures.filter((error) => !(error instanceof UnavailableError)),
    refused: failures.length,
  };
}
