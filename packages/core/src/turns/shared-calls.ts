/**
 * Runs at most one call for each key at a time. Concurrent callers of the key get its result or its error. The call
 * continues while at least one of its callers waits.
 *
 * @param signal of the caller. The returned promise rejects with its reason if it aborts first.
 * @param run starts the call. Its signal aborts when all callers have left; a later caller then starts a new call.
 */
export type SharedCalls<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface Call<Result> {
  readonly result: Promise<Result>;
  readonly abandoned: AbortController;
  callers: number;
}

export function createSharedCalls<Result>(): SharedCalls<Result> {
  const running = new Map<string, Call<Result>>();

  function remove(key: string, call: Call<Result>): void {
    if (running.get(key) === call) running.delete(key);
  }

  function start(key: string, run: (signal: AbortSignal) => Promise<Result>): Call<Result> {
    const abandoned = new AbortController();
    const call: Call<Result> = { result: run(abandoned.signal), abandoned, callers: 0 };
    running.set(key, call);
    const end = () => remove(key, call);
    call.result.then(end, end);
    return call;
  }

  function join(key: string, call: Call<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--call.callers > 0) return;
        remove(key, call);
        call.abandoned.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      call.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  return async (key, signal, run) => {
    signal?.throwIfAborted();
    const call = running.get(key) ?? start(key, run);
    call.callers++;
    return signal === undefined ? call.result : join(key, call, signal);
  };
}
