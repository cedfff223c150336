/**
 * A value, or the promise of one; both can be awaited. What a storage in this process reads at once is no promise, because
 * the waits of a short read cost as much as the read. An error is then thrown at once too.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns what `next` makes of the value: at once if the value is here, else as a promise. */
export function whenHere<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns the values: at once if all are here, else as a promise. */
export function allWhenHere<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);
}
