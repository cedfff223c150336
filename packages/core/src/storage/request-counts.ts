/** What took how many requests. */
export interface RequestCount {
  /** `account:…` or `key:…`; any text. */
  readonly subject: string;
  readonly count: number;
}

export interface RequestTotals {
  /** In the window that was given. */
  readonly current: number;
  /** In the one before it. */
  readonly previous: number;
}

/** How many requests were taken, by windows of time, counted over all servers of a storage. */
export interface RequestCountStorage {
  /**
   * Adds to the counts of subjects in a window, which is a whole number that rises with time, and answers the totals after,
   * in order. Subjects differ from each other. Racing additions all count. Windows before the last one may be forgotten.
   */
  add(window: number, counts: readonly RequestCount[]): Promise<RequestTotals[]>;
}
