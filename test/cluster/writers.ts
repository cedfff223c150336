import { setTimeout as wait } from 'node:timers/promises';
import { type Storage, type StoreRow, UnavailableError } from '@vitrine/core/storage';
import { expect } from 'vitest';
import { ask } from '../postgres/ask.ts';

const WRITERS_OF_STORE = 2;
const RECOVERS_MS = 30_000;

export interface Written {
  /** Acknowledged records that are not stored. */
  readonly lost: readonly string[];
  /** Errors other than `UnavailableError`. */
  readonly wrong: readonly unknown[];
  /** The number of refused writes. */
  readonly refused: number;
}

/** Writes to all stores during `event`, and until each store has acknowledged a write after it. */
export async function writeDuring(
  { storage, stores, url }: { storage: Storage; stores: readonly StoreRow[]; url: string },
  event: () => Promise<void>,
): Promise<Written> {
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  const recovered = new Set<string>();
  let isOver = false;
  let isStopped = false;
  let slowest = 0;

  async function write(store: StoreRow, writer: number): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      const id = `${writer}-${turn}`;
      const began = performance.now();
      const beganAfter = isOver;
      try {
        await storage.records.insert(store, { id, slots: [], values: [] }, 1);
        acknowledged.push(`${store.id} ${id}`);
        if (beganAfter) recovered.add(store.id);
      } catch (error) {
        failures.push(error);
        await wait(20);
      }
      slowest = Math.max(slowest, performance.now() - began);
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
  const names = new Set(stored.map(({ name }) => name));
  console.log({
    acknowledged: acknowledged.length,
    refused: failures.length,
    slowest: Math.round(slowest),
  });
  return {
    lost: acknowledged.filter((name) => !names.has(name)),
    wrong: failures.filter((error) => !(error instanceof UnavailableError)),
    refused: failures.length,
  };
}
