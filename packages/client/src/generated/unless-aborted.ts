// Written by `pnpm client:contracts`. Do not edit.
/** Settles like the promise, or rejects with the reason of the signal when that aborts. The promise itself goes on. */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
