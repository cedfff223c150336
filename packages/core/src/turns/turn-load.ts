/** How a queue stands. */
export interface TurnLoad {
  readonly running: number;
  readonly waiting: number;
  /** Accounts that hold or wait for a turn. */
  readonly accounts: number;
  /** Since the start. */
  readonly refused: Readonly<Record<TurnRefusal, number>>;
}

/** `full`: too many waited already. `late`: the turn did not come within `waitMax`. `left`: the signal aborted before it came. */
export type TurnRefusal = 'full' | 'late' | 'left';
