import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { WriteRequest } from '../messages.ts';
import { createWriteQueue } from './write-queue.ts';

/** A queue whose operations take as many milliseconds as their arguments say. */
function createQueue() {
  let time = 0;
  let lastId = 0;
  const queue = createWriteQueue(() => time);
  return {
    queue,
    add(account: string | null, milliseconds: number, times = 1, weight = 1): void {
      for (let i = 0; i < times; i++) {
        const args = { name: 'a', value: String(milliseconds) };
        queue.add({ id: lastId++, account, name: 'getOrInsertSetting', args, weight });
      }
    },
    /** Runs a group. Returns its accounts, one for each operation. */
    run(): (string | null)[] {
      return this.runRequests().map(({ account }) => account);
    },
    runRequests(): WriteRequest[] {
      const ran: WriteRequest[] = [];
      for (const request of queue.takeGroup()) {
        time += Number((request.args as { value: string }).value);
        ran.push(request);
      }
      return ran;
    },
  };
}

test('an account that writes alone fills its groups, whatever its operations take', () => {
  const writes = createQueue();
  writes.add('a', 20, 300);
  expect(writes.run()).toHaveLength(256);
});

test('a group has at most four megabytes, or one operation', () => {
  const writes = createQueue();
  writes.add('a', 0, 3, 3 * 1024 * 1024);
  expect([writes.run(), writes.run(), writes.run(), writes.run()]).toEqual([['a'], ['a'], ['a'], []]);
});

test(
  'a short operation waits for one long one of another account at most, and shares no group with one',
  verifies('operations.writer-turns'),
  () => {
    const writes = createQueue();
    writes.add('quiet', 0.1);
    writes.add('busy', 30, 50);
    // The first operation of an account may take any time.
    expect(writes.run()).toEqual(['quiet', 'busy']);
    writes.add('quiet', 0.1, 3);
    expect(writes.run()).toEqual(['busy']);
    expect(writes.run()).toEqual(['quiet', 'quiet', 'quiet']);
    expect(writes.run()).toEqual(['busy']);
  },
);

test('an operation of some milliseconds joins no group of another account', () => {
  const writes = createQueue();
  writes.add('busy', 2, 3);
  writes.add('quiet', 0.1);
  expect(writes.run()).toEqual(['busy']);
  writes.add('quiet', 0.1);
  expect(writes.run()).toEqual(['quiet', 'quiet']);
  expect(writes.run()).toEqual(['busy']);
  expect(writes.run()).toEqual(['busy']);
});

test('many short operations of an account delay those of another by the time of a turn', () => {
  const writes = createQueue();
  writes.add('busy', 0.1, 2_000);
  writes.add('quiet', 0.1);
  const before: (string | null)[] = [];
  while (!before.includes('quiet')) before.push(...writes.run());
  expect(before.length).toBeLessThan(70);
});

test('operations that share an account with no other share groups, also with those of the system', () => {
  const writes = createQueue();
  writes.add('a', 1, 20);
  writes.add(null, 1, 20);
  expect(writes.run()).toHaveLength(40);
});

test('every operation runs once, and those of an account in their order', () => {
  const given = fc.array(
    fc.record({
      account: fc.constantFrom('a', 'b', 'c', null),
      milliseconds: fc.constantFrom(0, 0.1, 3, 50),
      runsBefore: fc.nat(2),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(given, (steps) => {
      const writes = createQueue();
      const ran: WriteRequest[] = [];
      for (const { account, milliseconds, runsBefore } of steps) {
        for (let i = 0; i < runsBefore; i++) ran.push(...writes.runRequests());
        writes.add(account, milliseconds);
      }
      while (writes.queue.length > 0) {
        const group = writes.runRequests();
        expect(group.length).toBeGreaterThan(0);
        ran.push(...group);
      }
      expect(ran.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(steps.map((_, id) => id));
      for (const name of ['a', 'b', 'c', null]) {
        const ids = ran.filter(({ account }) => account === name).map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    }),
  );
});
