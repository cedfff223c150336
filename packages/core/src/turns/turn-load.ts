/** The state of a queue. */
export interface TurnLoad {
  readonly running: number;
  readonly waiting: number;
  /** Accounts that hold or wait for a turn. */
  readonly accounts: number;
  /** Refused callers since the start. */
  readonly refused: Readonly<Record<TurnRefusal, number>>;
}

/**
 * `full`: too many callers waited already. `late`: the turn did not come within `waitMax`. `left`: the signal aborted
 * before the turn came.
 */
export type TurnRefusal = 'full' | 'late' | 'left';
