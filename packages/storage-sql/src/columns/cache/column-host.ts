import { setImmediate } from 'node:timers/promises';
import { type MaybePromise, UnavailableError } from '@vitrine/core/adapter';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import type { ChangeTracking } from '../log/change-tracking.ts';
import { ColumnCache, type ColumnOptions } from './column-cache.ts';
import { DECLINED } from './column-keeper.ts';
import { useReporter } from './column-metrics.ts';
import type { ColumnReply, ColumnRequest } from './column-request.ts';

/** Milliseconds between two readings of the log while nothing is asked, and while changes are not logged yet. */
const WATCH_MS = 500;
const SETTLE_MS = 20;
/** Attempts of an eager request to wait until changes are logged. */
const EAGER_ATTEMPTS = 200;

/** The connection that columns are read on: one that blocks its thread, or one to a server. */
export interface ColumnConnection {
  /** Whether it can't be used any more. */
  readonly ended: boolean;
  /** Runs steps in one read transaction, whose snapshot is taken after the call. */
  inSnapshot<Result>(steps: Steps<Result>): MaybePromise<Result>;
  /** Runs steps, each statement in a transaction of its own. */
  inTransactions<Result>(steps: Steps<Result>): MaybePromise<Result>;
  /** Ends it after a statement has failed. */
  destroy(): void;
  close(): Promise<void>;
}

/** Limits the time of the current task: a search, or upkeep of columns. */
export interface TaskTime {
  /** Begins the task of a request. Null: a task that no request waits for. */
  begin(id: number | null, milliseconds: number): void;
  /** @throws UnavailableError if the time of the current task is up, or its request was cancelled. */
  require(): void;
}

export interface ColumnHostOptions {
  readonly dialect: SqlDialect;
  readonly changes: ChangeTracking;
  readonly options: ColumnOptions;
  /** Of `sharedColumnUse`. */
  readonly use: SharedArrayBuffer;
  readonly time: TaskTime;
  open(): MaybePromise<ColumnConnection>;
}

export interface ColumnHost {
  /** Returns the reply to a request. Never rejects. @param id for `TaskTime`. */
  reply(request: ColumnRequest, milliseconds: number, id?: number): Promise<ColumnReply>;
  close(): Promise<void>;
}

interface WaitingRequest {
  readonly id: number;
  readonly request: ColumnRequest;
  readonly deadline: number;
  resolve(reply: ColumnReply): void;
}

/**
 * Keeps columns in the calling thread, on one connection: replies to requests in read transactions, and loads and
 * refreshes columns between them. One thing is done at a time. Columns last as long as the connection.
 */
export function columnHost({ dialect, changes, options, use, time, open }: ColumnHostOptions): ColumnHost {
  const cache = new ColumnCache(dialect, changes, options, time.require);
  const report = useReporter(use, cache.use);
  const requests: WaitingRequest[] = [];
  let connection: ColumnConnection | null = null;
  let isRunning = false;
  let isClosed = false;
  let isLogDue = false;
  let settling: NodeJS.Timeout | undefined;
  const watch = setInterval(readLogSoon, WATCH_MS);

  function readLogSoon(): void {
    if (cache.isEmpty) return;
    isLogDue = true;
    void run();
  }

  async function connected(): Promise<ColumnConnection> {
    if (isClosed) throw new Error('no columns are kept any more');
    if (connection !== null && !connection.ended) return connection;
    // Another connection may lead to another server, whose log and snapshots are its own.
    cache.clear();
    connection = await open();
    return connection;
  }

  const inSnapshot = async <Result>(steps: Steps<Result>) => (await connected()).inSnapshot(steps);

  /** Makes changes logged. */
  async function watchStores(): Promise<true> {
    const current = await connected();
    if (cache.mustWatch) await current.inTransactions(cache.watch());
    return true;
  }

  /** Returns undefined, and drops all columns, if they may be damaged. */
  async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act();
    } catch (error) {
      // The time is up: the cache is consistent between its statements.
      if (error instanceof UnavailableError && connection?.ended === false) return undefined;
      cache.clear();
      connection?.destroy();
      connection = null;
      return undefined;
    } finally {
      report(cache.use);
    }
  }

  async function replyTo({ id, request, deadline, resolve }: WaitingRequest): Promise<void> {
    const milliseconds = deadline - performance.now();
    if (milliseconds < 0) return resolve(DECLINED);
    time.begin(id, milliseconds);
    const ask = () => attempt(() => inSnapshot(cache.answer(request)));
    let reply = await ask();
    for (let i = 0; options.isEager && cache.isWaiting && i < EAGER_ATTEMPTS; i++) {
      await attempt(watchStores);
      reply = await ask();
    }
    resolve(reply ?? DECLINED);
  }

  /** Does some work that no request waits for. Returns whether there may be more. */
  async function workOnce(): Promise<boolean> {
    if (isClosed) return false;
    time.begin(null, Number.POSITIVE_INFINITY);
    if (cache.mustWatch) {
      isLogDue = true;
      return (await attempt(watchStores)) ?? false;
    }
    if (cache.hasWork) {
      await attempt(() => inSnapshot(cache.work()));
      return true;
    }
    if (isLogDue) {
      isLogDue = false;
      await attempt(() => inSnapshot(cache.readLog()));
      return true;
    }
    if (cache.isWaiting) {
      clearTimeout(settling);
      settling = setTimeout(readLogSoon, SETTLE_MS);
    }
    return false;
  }

  /** Replies to requests, and works while there are none. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const next = requests.shift();
      if (next !== undefined) {
        await replyTo(next);
        continue;
      }
      const mayHaveMore = await workOnce();
      // Work that blocks the thread keeps requests from arriving.
      if (mayHaveMore) await setImmediate();
      else if (requests.length === 0) break;
    }
    isRunning = false;
  }

  return {
    reply(request, milliseconds, id = 0) {
      return new Promise((resolve) => {
        requests.push({ id, request, deadline: performance.now() + milliseconds, resolve });
        void run();
      });
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      clearTimeout(settling);
      for (const { resolve } of requests.splice(0)) resolve(DECLINED);
      cache.clear();
      report(cache.use);
      await connection?.close().catch(() => undefined);
    },
  };
}
