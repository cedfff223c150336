import { UnavailableError } from '@vitrine/core/storage';
import {
  type AskedQuestion,
  ColumnCache,
  type ColumnOptions,
  type ColumnReply,
  figurePublisher,
  type SqlDialect,
  type Statement,
  type Steps,
} from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection.ts';
import { finish } from '../connections/run-steps.ts';
import { postgresChanges } from './change-log.ts';
import { type ColumnKeeper, DECLINED } from './column-keeper.ts';

/** All statements until the end read the same snapshot. */
const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Milliseconds between two readings of the log while no question is asked, and while changes are not logged yet. */
const WATCH_MS = 500;
const SETTLE_MS = 20;
/** Attempts of an eager question to wait until changes are logged. */
const EAGER_ATTEMPTS = 200;

export interface ColumnHostOptions {
  readonly dialect: SqlDialect;
  readonly options: ColumnOptions;
  readonly figures: SharedArrayBuffer;
  /** Opens a connection to the server that is written to. */
  open(): Promise<Connection>;
}

interface WaitingQuestion {
  readonly asked: AskedQuestion;
  readonly deadline: number;
  resolve(reply: ColumnReply): void;
}

/**
 * Keeps columns on one connection: answers questions in read transactions, and loads and refreshes columns between
 * them. One thing is done at a time. Columns last as long as the connection.
 */
export function columnHost({ dialect, options, figures, open }: ColumnHostOptions): ColumnKeeper {
  let deadline = Number.POSITIVE_INFINITY;
  const cache = new ColumnCache(dialect, postgresChanges(), options, () => {
    if (performance.now() > deadline) throw new UnavailableError('The time is up.');
  });
  const publish = figurePublisher(figures, cache.figures);
  const questions: WaitingQuestion[] = [];
  let connection: Connection | null = null;
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

  async function connected(): Promise<Connection> {
    if (isClosed) throw new Error('no columns are kept any more');
    if (connection !== null && !connection.ended) return connection;
    // Another connection may lead to another server, whose log and snapshots are its own.
    cache.clear();
    connection = await open();
    return connection;
  }

  async function inSnapshot<Result>(steps: Steps<Result>): Promise<Result> {
    const { execute } = await connected();
    const begun = execute(BEGIN);
    try {
      const [, result] = await Promise.all([begun, finish(steps, execute)]);
      return result;
    } finally {
      execute(COMMIT).catch(() => undefined);
    }
  }

  /** Makes changes logged, each statement in a transaction of its own. */
  async function watchStores(): Promise<true> {
    const { execute } = await connected();
    if (cache.mustWatch) await finish(cache.watch(), execute);
    return true;
  }

  /** Returns undefined, and drops all columns, if they may be damaged. */
  async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act();
    } catch (error) {
      // The cache is consistent between its statements.
      if (error instanceof UnavailableError && connection?.ended === false) return undefined;
      cache.clear();
      connection?.destroy();
      connection = null;
      return undefined;
    } finally {
      publish(cache.figures);
    }
  }

  async function answerNext({ asked, resolve, ...question }: WaitingQuestion): Promise<void> {
    deadline = question.deadline;
    if (performance.now() > deadline) return resolve(DECLINED);
    const ask = () => attempt(() => inSnapshot(cache.answer(asked)));
    let reply = await ask();
    for (let i = 0; options.isEager && cache.isWaiting && i < EAGER_ATTEMPTS; i++) {
      await attempt(watchStores);
      reply = await ask();
    }
    deadline = Number.POSITIVE_INFINITY;
    resolve(reply ?? DECLINED);
  }

  /** Does some work that no question waits for. Returns whether there may be more. */
  async function workOnce(): Promise<boolean> {
    if (isClosed) return false;
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

  /** Answers questions, and works while there are none. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const next = questions.shift();
      if (next !== undefined) await answerNext(next);
      else if (!(await workOnce()) && questions.length === 0) break;
    }
    isRunning = false;
  }

  return {
    isLost: false,
    answer(asked, milliseconds) {
      return new Promise((resolve) => {
        questions.push({ asked, deadline: performance.now() + milliseconds, resolve });
        void run();
      });
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      clearTimeout(settling);
      for (const { resolve } of questions.splice(0)) resolve(DECLINED);
      cache.clear();
      publish(cache.figures);
      await connection?.close().catch(() => undefined);
    },
  };
}
