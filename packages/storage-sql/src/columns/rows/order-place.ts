/** A place in an order: the rows after a value, and of those with the value the ones after a row. */
export interface OrderPlace {
  readonly sign: 1 | -1;
  /** Rows with equal values: 1 oldest first, -1 newest first. */
  readonly ties: 1 | -1;
  /** Null: all rows are after it. */
  readonly after: string | number | null;
  readonly afterRow: number;
  readonly limit: number;
}
