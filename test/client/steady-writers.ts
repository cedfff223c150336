import { createClient, defineStore } from '@vitrine/client';
import type { ServerAccess } from './suite.ts';

/** Without a unique property each write makes a record, so that a repeated write would be seen. */
export function eventsOf(name: string) {
  return defineStore({ name, properties: { number: 'number', note: 'string' } });
}

/** Writers that add records to a store until they are stopped, with the numbers from 0. */
export interface Writers {
  /** Stops after the calls that are in flight, and returns what was done. */
  stop(): Promise<Written>;
}

export interface Written {
  /** How many records were sent. */
  readonly sent: number;
  /** The numbers of the acknowledged records. */
  readonly acknowledged: readonly number[];
  /** The errors of calls. */
  readonly failures: readonly string[];
  /** How many attempts had no response. */
  readonly cutAttempts: number;
}

const WRITERS = 4;

/** Starts writers that add one or twenty records in a call. */
export async function startWriters({ url, key }: ServerAccess, name: string): Promise<Writers> {
  let cutAttempts = 0;
  const v = createClient({
    url,
    key,
    timeout: 10_000,
    // More attempts than usual, because a server takes seconds to start on a busy machine.
    retries: 8,
    fetch: (address, init) =>
      fetch(address, init).catch((error) => {
        cutAttempts++;
        throw error;
      }),
  });
  const events = await v.stores.ensure(eventsOf(name));
  let isOver = false;
  let sent = 0;
  const acknowledged: number[] = [];
  const failures: string[] = [];
  const write = async (): Promise<void> => {
    while (!isOver) {
      const numbers = Array.from({ length: sent % 3 === 0 ? 20 : 1 }, () => sent++);
      try {
        if (numbers.length === 1) await events.add({ number: numbers[0] });
        else await events.upsertMany(numbers.map((number) => ({ number })));
        acknowledged.push(...numbers);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  return {
    async stop() {
      isOver = true;
      await Promise.all(writers);
      return { sent, acknowledged, failures, cutAttempts };
    },
  };
}
