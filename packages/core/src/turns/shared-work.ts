/**
 * Runs at most one call for each key at a time. Concurrent callers of the key get its result or its error. The call
 * continues while at least one of its callers waits.
 *
 * @param signal of the caller. The returned promise rejects with its reason if it aborts first.
 * @param run starts the call. Its signal aborts when all callers have left; a later caller then starts a new call.
 */
export type SharedWork<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly abandoned: AbortController;
  callers: number;
}

export function createSharedWork<Result>(): SharedWork<Result> {
  const running = new Map<string, Work<Result>>();

  function remove(key: string, work: Work<Result>): void {
    if (running.get(key) === work) running.delete(key);
  }

  function start(key: string, run: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const abandoned = new AbortController();
    const work: Work<Result> = { result: run(abandoned.signal), abandoned, callers: 0 };
    running.set(key, work);
    const end = () => remove(key, work);
    work.result.then(end, end);
    return work;
  }

  function join(key: string, work: Work<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--work.callers > 0) return;
        remove(key, work);
        work.abandoned.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      work.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  return async (key, signal, run) => {
    signal?.throwIfAborted();
    const work = running.get(key) ?? start(key, run);
    work.callers++;
    return signal === undefined ? work.result : join(key, work, signal);
  };
}
