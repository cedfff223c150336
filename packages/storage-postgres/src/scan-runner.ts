import { type Caller, requireWanted, type Turns, UnavailableError } from '@vitrine/core/storage';
import { type Row, SCAN_MS, type Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import type { ExclusiveGroup } from './exclusive-group.ts';

/**
 * Beside other scans the processors have enough to do, and starting a parallel worker costs some milliseconds of one. So
 * there only scans of some hundred thousand records get any.
 */
const BESIDE_OTHERS = 'SET parallel_setup_cost = 4000';
const ALONE = 'SET parallel_setup_cost TO DEFAULT';

export type Execute = (statement: Statement) => Promise<readonly Row[]>;

export interface ScanRunner {
  /**
   * Runs `work` in a turn of the caller's account, each of its statements on a connection of its own. What takes longer than
   * `SCAN_MS`, the wait for the turn included, ends with `UnavailableError`; the caller's signal ends it with its reason. The
   * server is told to end the statement, and the connection is not used again.
   */
  run<Result>(caller: Caller, work: (execute: Execute) => Promise<Result>): Promise<Result>;
  /** Ends what runs with this error. */
  cancel(reason: Error): void;
}

/**
 * A scan that finds no other under way in this process is planned with the server's own settings, so it may have parallel
 * workers; measured with 100,000 records: a first page by a number is answered a third sooner, and 32 callers of it would
 * have a quarter less of them.
 */
export function scanRunner(group: ExclusiveGroup, turns: Turns): ScanRunner {
  const settings = new WeakMap<Connection, string>();
  const running = new Set<(reason: Error) => void>();

  /** Goes ahead of the scan in the connection's pipeline. Engines that don't know the setting have no use for it. */
  function prepare(connection: Connection, setting: string): void {
    if ((settings.get(connection) ?? ALONE) === setting) return;
    settings.set(connection, setting);
    connection.execute({ text: setting, values: [] }).catch(() => undefined);
  }

  /** The statement's rows, unless its time is over or its caller has left before. */
  function executeWithin(
    connection: Connection,
    statement: Statement,
    milliseconds: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      const end = (reason: unknown) => {
        connection.cancel();
        reject(reason);
      };
      const timer = setTimeout(() => end(new UnavailableError(TOO_LONG)), milliseconds);
      const leave = () => end(signal?.reason);
      running.add(end);
      signal?.addEventListener('abort', leave, { once: true });
      const forget = () => {
        clearTimeout(timer);
        running.delete(end);
        signal?.removeEventListener('abort', leave);
      };
      connection.execute(statement).then(resolve, reject).finally(forget);
    });
  }

  return {
    async run(caller, work) {
      const until = performance.now() + SCAN_MS;
      const turn = await turns.take(caller);
      try {
        return await work((statement) => {
          requireWanted(caller);
          const setting = group.load().underWay === 0 ? ALONE : BESIDE_OTHERS;
          return group.use((connection) => {
            prepare(connection, setting);
            const milliseconds = Math.max(1, until - performance.now());
            return executeWithin(connection, statement, milliseconds, caller.signal);
          });
        });
      } finally {
        turn.end();
      }
    },
    cancel(reason) {
      for (const end of running) end(reason);
    },
  };
}

const TOO_LONG = 'The search takes too long; narrow it down.';
