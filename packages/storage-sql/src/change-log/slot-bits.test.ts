import type { Slot } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { NARROW_WIDTHS } from './change-context.ts';
import { slotBit, slotsOfBits } from './slot-bits.ts';

test('a number names each set of slots of a narrow store', () => {
  const slots = Array.from({ length: Math.max(...NARROW_WIDTHS) }, (_, i): Slot[] => [
    `t${i}`,
    `n${i}`,
  ]).flat();
  expect(slotsOfBits(0)).toEqual([]);
  for (const slot of slots) expect(slotsOfBits(2 ** slotBit(slot))).toEqual([slot]);
  expect(slotsOfBits(2 ** slots.length - 1)).toEqual(slots);
});
