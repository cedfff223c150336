import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LargestFirst, type Weighed } from './largest-first.ts';

test('finds the item with the most bytes after any changes', () => {
  const call = fc.record({
    item: fc.integer({ min: 0, max: 20 }),
    bytes: fc.integer({ min: -30, max: 30 }),
    removes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 200 }), (calls) => {
      const heap = new LargestFirst();
      const items = new Map<number, Weighed>();
      for (const { item, bytes, removes } of calls) {
        const known = items.get(item);
        if (known === undefined) {
          const added = { bytes, at: 0 };
          items.set(item, added);
          heap.add(added);
        } else if (removes) {
          heap.remove(known);
          items.delete(item);
        } else heap.grow(known, bytes);
        expect(heap.largest?.bytes).toBe(
          items.size === 0 ? undefined : Math.max(...[...items.values()].map((one) => one.bytes)),
        );
      }
    }),
  );
});
