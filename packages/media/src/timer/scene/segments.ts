import type { SceneLayer } from './scene-layer.ts';
import type { UnitSlot } from './unit-slot.ts';

/** The content of one second. */
export interface Moment {
  /** Null: the picture after the end. */
  readonly layer: SceneLayer | null;
  /** The digits of all slots, in reading order. */
  readonly digits: readonly string[];
}

/**
 * Seconds of a transparent GIF that are drawn on one canvas. `covers`: no pixel becomes transparent. `ticks`: they differ
 * in the ticking unit only.
 */
export interface Segment {
  readonly kind: 'covers' | 'ticks';
  readonly from: number;
  /** The last second, inclusive. */
  readonly to: number;
}

/** Fewer seconds than this are drawn one by one, because a segment has two complete frames. */
const MIN_TICKS = 4;

/** Divides the seconds of a transparent GIF into segments, each as long as possible. */
export function segmentsOf(moments: readonly Moment[]): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < moments.length; ) {
    const covered = lastOf(moments, from, isCovered);
    const ticked = tickingSlot(moments[from] as Moment) === null ? from : lastOf(moments, from, onlyTicks);
    const ticks = ticked > covered && ticked - from + 1 >= MIN_TICKS;
    const to = ticks ? ticked : covered;
    segments.push({ kind: ticks ? 'ticks' : 'covers', from, to });
    from = to + 1;
  }
  return segments;
}

/** Returns whether two moments differ only in digits. */
export function isPatch(before: Moment, { layer }: Moment): boolean {
  return layer !== null && before.layer === layer;
}

/** Returns the slot of the smallest visible unit. Null: it is outside the picture. */
export function tickingSlot({ layer }: Moment): UnitSlot | null {
  return layer?.slots.at(-1) ?? null;
}

function lastOf(
  moments: readonly Moment[],
  from: number,
  continues: (before: Moment, moment: Moment) => boolean,
): number {
  let to = from;
  while (to + 1 < moments.length && continues(moments[to] as Moment, moments[to + 1] as Moment)) to++;
  return to;
}

function isCovered(before: Moment, moment: Moment): boolean {
  if (!isPatch(before, moment)) return false;
  return (moment.layer?.slots ?? []).every((slot, at) => {
    const [from = '', to = ''] = [before.digits[at], moment.digits[at]];
    return slot === null || from === to || !slot.change(from, to).uncovers;
  });
}

function onlyTicks(before: Moment, moment: Moment): boolean {
  if (!isPatch(before, moment)) return false;
  const last = before.digits.length - 1;
  return before.digits.every((text, at) => at === last || text === moment.digits[at]);
}
