import type { LiveLayer } from '@vitrine/client';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Pixels from the left and the upper edge of the picture to a layer, to both sides. */
export const PLACE_MAX = 2_000;
const SIDE: Range = { min: 1, max: 2_000 };
const TIMER = { width: { min: 50, max: 1_200 }, height: { min: 20, max: 600 } } as const;

/** Returns the pixels that a layer of a type can have. */
export function sizeLimits(type: LiveLayer['type']): { readonly width: Range; readonly height: Range } {
  return type === 'timer' ? TIMER : { width: SIDE, height: SIDE };
}
