import type { RequestCountStorage } from '../../accounts/request-counts.ts';

export function memoryRequestCounts(): RequestCountStorage {
  const countsByWindow = new Map<number, Map<string, number>>();

  return {
    async add(window, counts) {
      for (const known of countsByWindow.keys()) if (known < window - 1) countsByWindow.delete(known);
      const current = countsByWindow.get(window) ?? new Map<string, number>();
      countsByWindow.set(window, current);
      return counts.map(({ subject, count }) => {
        const total = (current.get(subject) ?? 0) + count;
        current.set(subject, total);
        return { current: total, previous: countsByWindow.get(window - 1)?.get(subject) ?? 0 };
      });
    },
  };
}
