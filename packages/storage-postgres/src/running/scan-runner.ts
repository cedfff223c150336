import type { Caller } from '@vitrine/core';
import {
  ItemList,
  ListItem,
  requireWanted,
  settledWithin,
  type Turns,
  UnavailableError,
} from '@vitrine/core/adapter';
import { type Row, SCAN_MS, type Statement } from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import { isQueryCanceled } from '../connections/connection/errors.ts';
import type { Execute } from '../connections/connection/run-steps.ts';
import type { Lender } from '../connections/pools/exclusive-pool.ts';

/**
 * While other scans run, the processors are busy, and starting a parallel worker costs some milliseconds of processor time. So
 * only scans of some hundred thousand records get parallel workers then.
 */
const BESIDE_OTHERS = 'SET parallel_setup_cost = 4000';
const ALONE = 'SET parallel_setup_cost TO DEFAULT';
/** The setting of a connection whose last `SET` may have been cancelled. */
const UNKNOWN = '';
/** The maximum milliseconds until a cancelled statement ends. */
const CANCEL_MS = 2_000;
/** Milliseconds until a request to cancel is repeated. */
const CANCEL_AGAIN_MS = 100;

export interface ScanRunner {
  /**
   * Runs `work` in a turn of the caller's account, each of its statements on a separate connection. Throws
   * `UnavailableError` after `SCAN_MS`, including the wait for the turn, and the reason of the caller's signal when it
   * aborts. In both cases the server is asked to cancel the statement. The turn and the connection are released when the
   * statement has ended; after two seconds the connection is destroyed instead.
   */
  run<Result>(caller: Caller, work: (execute: Execute) => Promise<Result>): Promise<Result>;
  /** Ends all running scans with this error. */
  cancel(reason: Error): void;
}

class RunningScan extends ListItem {
  readonly end: (reason: unknown) => void;

  constructor(end: (reason: unknown) => void) {
    super();
    this.end = end;
  }
}

interface RunningStatement {
  readonly rows: Promise<readonly Row[]>;
  /** Resolves when the statement has ended, with whether its connection can be used again. */
  readonly isUsable: Promise<boolean>;
}

/**
 * Creates a runner. A scan that runs alone in this process is planned with the server's settings, so it may have parallel
 * workers. Concurrent scans are planned without them, because together they would be slower.
 */
export function scanRunner(group: Lender, turns: Turns): ScanRunner {
  const settings = new WeakMap<Connection, string>();
  const running = new ItemList<RunningScan>();

  /** Sends the setting before the scan, in the same pipeline. Engines without the setting ignore it. */
  function prepare(connection: Connection, setting: string): void {
    if ((settings.get(connection) ?? ALONE) === setting) return;
    settings.set(connection, setting);
    connection.execute({ text: setting, values: [] }).catch(() => undefined);
  }

  /** Starts the statement, and ends it at its deadline or when its caller leaves. */
  function start(
    connection: Connection,
    statement: Statement,
    milliseconds: number,
    signal: AbortSignal | undefined,
  ): RunningStatement {
    const executed = connection.execute(statement);
    let cancelled: Promise<boolean> | null = null;
    const rows = new Promise<readonly Row[]>((resolve, reject) => {
      const end = (reason: unknown) => {
        cancelled ??= connection.cancel();
        reject(reason);
      };
      const timer = setTimeout(() => end(new UnavailableError(TOO_LONG)), milliseconds);
      const leave = () => end(signal?.reason);
      const scan = new RunningScan(end);
      running.add(scan);
      signal?.addEventListener('abort', leave, { once: true });
      const forget = () => {
        clearTimeout(timer);
        running.delete(scan);
        signal?.removeEventListener('abort', leave);
      };
      executed.then(resolve, reject);
      // A statement that ends by its cancellation has rejected before.
      rejected(executed).then(forget);
    });
    const isUsable = rejected(rows).then(async (failed) => {
      if (!failed) return true;
      if (cancelled === null) return false;
      settings.set(connection, UNKNOWN);
      return await isCancelled(executed, cancelled, () => connection.cancel());
    });
    return { rows, isUsable };
  }

  return {
    async run(caller, work) {
      const until = performance.now() + SCAN_MS;
      const turn = await turns.take(caller);
      let ended: Promise<unknown> = Promise.resolve();
      try {
        return await work(async (statement) => {
          requireWanted(caller);
          const setting = group.load().inFlight === 0 ? ALONE : BESIDE_OTHERS;
          const connection = await group.acquire();
          if (caller.signal?.aborted) group.release(connection, false);
          requireWanted(caller);
          prepare(connection, setting);
          const milliseconds = Math.max(1, until - performance.now());
          const { rows, isUsable } = start(connection, statement, milliseconds, caller.signal);
          ended = isUsable.then((usable) => group.release(connection, !usable));
          return await rows;
        });
      } finally {
        // Until then the server is busy with the statement.
        void ended.then(() => turn.end());
      }
    },
    cancel(reason) {
      running.visit(({ end }) => end(reason));
    },
  };
}

/** Resolves with whether the promise has rejected. */
function rejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}

/**
 * Returns whether the statement has ended within `CANCEL_MS`, and the server has handled all requests to cancel it, so that
 * none can meet a later statement. A request that reaches the server before the statement begins has no effect, so requests
 * are repeated.
 */
async function isCancelled(
  executed: Promise<unknown>,
  first: Promise<boolean>,
  cancel: () => Promise<boolean>,
): Promise<boolean> {
  let isEnded: boolean | null = null;
  const ended = executed.then(
    () => true,
    (error: unknown) => isQueryCanceled(error),
  );
  const outcome = ended.then((isSound) => {
    isEnded = isSound;
  });
  const until = performance.now() + CANCEL_MS;
  let isHandled = first;
  for (;;) {
    await settledWithin([outcome], CANCEL_AGAIN_MS);
    if (!(await isHandled)) return false;
    if (isEnded !== null) return isEnded;
    if (performance.now() > until) return false;
    isHandled = cancel();
  }
}

const TOO_LONG = 'The search takes too long; narrow it down.';
