/** The number of requests of a subject. */
export interface RequestCount {
  /** `account:…` or `key:…`; any text. */
  readonly subject: string;
  readonly count: number;
}

export interface RequestTotals {
  /** In the given window. */
  readonly current: number;
  /** In the window before it. */
  readonly previous: number;
}

/** Counts of requests by time window, over all servers that share the storage. */
export interface RequestCountStorage {
  /**
   * Adds to the counts of subjects in a window and returns the new totals, in order. A window is an integer that rises
   * with time. Subjects are distinct. All racing additions count. Windows before the last one may be dropped.
   */
  add(window: number, counts: readonly RequestCount[]): Promise<RequestTotals[]>;
}
