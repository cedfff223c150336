/** Up to where a log is read: a number or a snapshot of the engine. */
export type LogPosition = number | string;

/** A place in the log of a store: a position, and the name of the log (`ChangeTracking.logOf`). */
export interface LogPlace {
  readonly position: LogPosition;
  readonly log: string;
}
