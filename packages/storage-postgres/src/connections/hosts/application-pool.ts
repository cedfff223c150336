/** A client that a pool has lent. */
interface LentClient {
  query(...args: never[]): unknown;
  /** `destroy`: the pool closes it instead of lending it again. */
  release(destroy?: boolean): void;
}

/** An application's pool of `pg`: `new pg.Pool(…)`. */
export interface ApplicationPool {
  connect(): Promise<LentClient>;
  /** Whether `end` was called. */
  readonly ending?: boolean;
  readonly options: { readonly max?: number | undefined };
}
