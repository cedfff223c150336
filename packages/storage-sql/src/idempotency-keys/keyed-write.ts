import type { NewIdempotencyKey } from '@vitrine/core/storage';
import type { SqlEngine } from '../engine.ts';
import { type Operation, write } from '../operation.ts';
import type { Steps } from '../statements/statement.ts';
import { freeIdempotencyKey, keepIdempotencyKey, takeIdempotencyKey } from './operations.ts';

/** A write and the idempotency key under which it is made. */
export interface WriteUnderKey {
  readonly key: NewIdempotencyKey;
  readonly name: string;
  readonly args: unknown;
}

/** The result of the write. Null: a write under the key has succeeded before. */
export type KeyedResult = { readonly result: unknown } | null;

/**
 * Declares the operation that makes any write with `succeeded` under an idempotency key, in one transaction with the
 * row of the key.
 *
 * The key is taken first, so that of two equal writes the second waits for the first before it reads anything.
 */
export function keyedWrite(operationOf: (name: string) => Operation<unknown, unknown>) {
  function* writeUnderKey(engine: SqlEngine, { key, name, args }: WriteUnderKey): Steps<KeyedResult> {
    const { steps, succeeded } = operationOf(name);
    if (succeeded === null) throw new Error(`${name} can not be made under a key`);
    if (!(yield* takeIdempotencyKey(engine, key))) return null;
    const result = yield* steps(engine, args);
    if (succeeded(result)) yield* keepIdempotencyKey(engine, key, JSON.stringify(result ?? null));
    else yield* freeIdempotencyKey(engine, key);
    return { result };
  }

  return write(writeUnderKey, {
    store: ({ name, args }) => operationOf(name).store?.(args) ?? null,
    appends: ({ name, args }) => operationOf(name).appends?.(args) === true,
    outdated: ({ name, args }, written) =>
      written === null ? [] : (operationOf(name).outdated?.(args, written.result) ?? []),
  });
}
