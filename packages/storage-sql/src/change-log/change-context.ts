import type { Millis, RecordChangeType } from '@vitrine/core/storage';
import type { Shape } from '../layout/record-layout.ts';
import type { Authored, LogContext } from './logged-write.ts';

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

/** The numbers of slots of a kind for which triggers have statements of their own. */
export const NARROW_WIDTHS = [4, 8] as const;

const widths = new WeakMap<Shape, number>();

/** Returns the smallest of the widths that has all slots of a shape. 0: none has. */
function widthOf(shape: Shape): number {
  let width = widths.get(shape);
  if (width === undefined) {
    const highest = Math.max(-1, ...shape.slots.map(({ slot }) => Number(slot.slice(1))));
    width = NARROW_WIDTHS.find((slots) => highest < slots) ?? 0;
    widths.set(shape, width);
  }
  return width;
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
    width: shape === undefined ? 0 : widthOf(shape),
    expires,
    at,
    by,
    gone,
  });
}
