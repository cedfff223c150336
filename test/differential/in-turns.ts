import type { Storage } from '@vitrine/core/storage';

/**
 * Returns a storage that passes calls about records to two storages in turns, as a balancer in front of two servers does. Other
 * calls go to the first one.
 */
export function inTurns(first: Storage, second: Storage): Storage {
  let calls = 0;
  const records = new Proxy(first.records, {
    get(_, name) {
      const method = name as keyof Storage['records'];
      calls++;
      const { records: chosen } = calls % 2 === 0 ? first : second;
      const member: unknown = chosen[method];
      return typeof member === 'function' ? member.bind(chosen) : member;
    },
  });
  return {
    ...first,
    records,
    async close() {
      await first.close();
      await second.close();
    },
  };
}
