/** A place in an order: the rows after a value, and of those with the value the ones before a row. */
export interface OrderPlace {
  readonly sign: 1 | -1;
  /** Null: all rows are after it. */
  readonly after: string | number | null;
  readonly afterRow: number;
  readonly limit: number;
}
