import assert from 'node:assert/strict';
import { topic } from '../fixtures/case.ts';

export const requestCounts = topic('request-counts', [
  {
    id: 'adds-up',
    title: 'add sums counts by subject and window, and returns the current and the previous window',
    async run({ storage: { requestCounts } }) {
      const [a, b] = ['account:a', 'key:b'];
      assert.deepEqual(await requestCounts.add(7, [{ subject: a, count: 2 }]), [{ current: 2, previous: 0 }]);
      const both = [
        { subject: b, count: 1 },
        { subject: a, count: 3 },
      ];
      assert.deepEqual(await requestCounts.add(7, both), [
        { current: 1, previous: 0 },
        { current: 5, previous: 0 },
      ]);
      assert.deepEqual(await requestCounts.add(8, [{ subject: a, count: 1 }]), [{ current: 1, previous: 5 }]);
      assert.deepEqual(await requestCounts.add(8, [{ subject: b, count: 0 }]), [{ current: 0, previous: 1 }]);
    },
  },
  {
    id: 'windows-pass',
    title: 'windows before the previous one are not counted',
    async run({ storage: { requestCounts } }) {
      const subject = 'account:a';
      await requestCounts.add(1, [{ subject, count: 9 }]);
      assert.deepEqual(await requestCounts.add(3, [{ subject, count: 1 }]), [{ current: 1, previous: 0 }]);
      assert.deepEqual(await requestCounts.add(4, [{ subject, count: 1 }]), [{ current: 1, previous: 1 }]);
      assert.deepEqual(await requestCounts.add(4, []), []);
    },
  },
  {
    id: 'racing-additions',
    title: 'racing additions of the same subjects in any order all count',
    async run({ storage: { requestCounts } }) {
      const subjects = Array.from({ length: 8 }, (_, i) => `key:${i}`);
      const totals = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => {
          const counts = subjects.map((subject) => ({ subject, count: 1 }));
          return requestCounts.add(5, turn % 2 === 0 ? counts : counts.reverse());
        }),
      );
      assert.equal(Math.max(...totals.flat().map(({ current }) => current)), 12);
      const none = await requestCounts.add(
        5,
        subjects.map((subject) => ({ subject, count: 0 })),
      );
      assert.deepEqual(
        none,
        subjects.map(() => ({ current: 12, previous: 0 })),
      );
    },
  },
]);
