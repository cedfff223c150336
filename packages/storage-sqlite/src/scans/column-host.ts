import { UnavailableError } from '@vitrine/core/storage';
import {
  type AskedQuestion,
  ColumnCache,
  type ColumnReply,
  figurePublisher,
  runSteps,
  type Steps,
} from '@vitrine/storage-sql';
import { type Connection, fixed } from '../connections/connection.ts';
import { sqliteChanges } from '../dialect/sqlite-changes.ts';
import { sqliteDialect } from '../dialect/sqlite-dialect.ts';
import type { ColumnThreadOptions } from '../messages.ts';

const BEGIN = fixed('BEGIN');
const COMMIT = fixed('COMMIT');

/** Milliseconds between two readings of the log while no question is asked. */
const WATCH_MS = 500;

export interface ColumnHost {
  answer(asked: AskedQuestion): ColumnReply;
  close(): void;
}

export interface HostOptions extends ColumnThreadOptions {
  readonly connection: Connection;
  /** Throws when the time of the current question is up. */
  readonly requireTime: () => void;
  /** Runs work that no question waits for. */
  readonly runIdly: (work: () => void) => void;
}

/** Keeps columns in a thread: answers questions in read transactions, and loads and refreshes columns between them. */
export function columnHost({ connection, options, figures, requireTime, runIdly }: HostOptions): ColumnHost {
  const cache = new ColumnCache(sqliteDialect, sqliteChanges, options, requireTime);
  const publish = figurePublisher(figures, cache.figures);
  let isScheduled = false;
  const watch = setInterval(() => {
    if (!cache.isEmpty) runIdly(() => attempt(() => inSnapshot(cache.readLog())));
  }, WATCH_MS);

  function inSnapshot<Result>(steps: Steps<Result>): Result {
    connection.execute(BEGIN);
    try {
      return runSteps(steps, (statement) => {
        requireTime();
        return connection.execute(statement);
      });
    } finally {
      // An error of the disk ends the transaction.
      if (connection.inTransaction) connection.execute(COMMIT);
    }
  }

  /** Returns undefined, and drops all columns, if they may be damaged. */
  function attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      // The time is up: the cache is consistent between its statements.
      if (error instanceof UnavailableError) throw error;
      cache.clear();
      return undefined;
    } finally {
      publish(cache.figures);
      schedule();
    }
  }

  function schedule(): void {
    if (isScheduled || !cache.hasWork) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      runIdly(() => attempt(() => inSnapshot(cache.work())));
    });
  }

  return {
    answer: (asked) =>
      attempt(() => inSnapshot(cache.answer(asked))) ?? { declined: { after: 0, spent: 0, refused: [] } },
    close() {
      clearInterval(watch);
      cache.clear();
      publish(cache.figures);
    },
  };
}
