import type { Millis, RecordChangeType } from '@vitrine/core/storage';
import type { Authored } from '../authored.ts';
import type { Shape } from '../layout/record-layout.ts';
import type { LogContext } from './log-context.ts';

/** What triggers know of the statement that changes records (`SqlDialect.positions`). */
export interface ChangeContext extends Authored {
  readonly storeVersion: number;
  readonly log: LogContext;
  /** The time of the change. Null: that of each record. */
  readonly at: Millis | null;
  /** What a deletion is. */
  readonly gone?: RecordChangeType;
  /** The slots of an insert or an update. Omitted: any. */
  readonly shape?: Shape;
  /** Whether an update may replace expired records. */
  readonly expires?: boolean;
}

/** Slots of a kind of a narrow shape. */
export const NARROW_SLOTS = 8;

const narrowShapes = new WeakMap<Shape, boolean>();

function isNarrow(shape: Shape): boolean {
  let narrow = narrowShapes.get(shape);
  if (narrow === undefined) {
    narrow = shape.slots.every(({ slot }) => Number(slot.slice(1)) < NARROW_SLOTS);
    narrowShapes.set(shape, narrow);
  }
  return narrow;
}

/** Returns the context as JSON. */
export function contextText({
  storeVersion,
  log,
  at,
  by,
  gone,
  shape,
  expires = false,
}: ChangeContext): string {
  return JSON.stringify({
    version: storeVersion,
    keeps: log.keepsValues,
    import: log.importId,
    isNarrow: shape !== undefined && isNarrow(shape),
    expires,
    at,
    by,
    gone,
  });
}
