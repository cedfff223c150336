import { expect } from 'vitest';
import { type Reader, readPages, type Seen } from './attempted-queries.ts';

/** Milliseconds after which an attack ends that has not had its effect, and how many readers each account has. */
const ATTACK_MS = 60_000;
const READERS = 3;
/** The slowest answer, in milliseconds. A scan ends after 10 s; the rest is a margin for a loaded machine. */
const ANSWER_MS = 14_000;
/** Right pages of each account after which an attack ends. */
const PAGES = 60;

/**
 * Runs the attack again and again while readers of all accounts read, until it has had its effect and each account has read
 * enough. Returns what each account has seen.
 */
export async function readUnder(
  url: string,
  accounts: readonly Reader[],
  attack: () => Promise<unknown>,
  hasEffect: () => boolean,
): Promise<Seen[]> {
  const ended = new AbortController();
  const reading: Promise<void>[] = [];
  const seen = accounts.map((account) => {
    const own: Seen = { right: 0, refused: 0, slowest: 0, faults: [] };
    for (let i = 0; i < READERS; i++) reading.push(readPages(url, account, own, ended.signal));
    return own;
  });
  const isEnough = () => hasEffect() && seen.every(({ right }) => right >= PAGES);
  const endsAt = performance.now() + ATTACK_MS;
  while (!isEnough() && performance.now() < endsAt) await attack();
  ended.abort();
  await Promise.all(reading);
  return seen;
}

/** Expects right answers and at most some refusals, of every account, in time. */
export function expectServed(seen: readonly Seen[], refusedMax: (right: number) => number = () => 0): void {
  console.log(seen);
  for (const { right, refused, slowest, faults } of seen) {
    expect(faults).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(PAGES);
    expect(refused).toBeLessThanOrEqual(refusedMax(right));
    expect(slowest).toBeLessThan(ANSWER_MS);
  }
}
