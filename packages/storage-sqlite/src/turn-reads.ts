import { type OperationArgs, type OperationName, runProgram, startOperation } from '@vitrine/storage-sql';
import { type Connection, fixed } from './connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

const BEGIN = fixed('BEGIN');
const DATA_VERSION = fixed('PRAGMA data_version');
const COMMIT = fixed('COMMIT');
const ROLLBACK = fixed('ROLLBACK');

const SETTLED = Promise.resolve();

/** A turn that reads this much begins anew, so that a loop which never lets the event loop turn gets on too. */
const READS_AT_MOST = 32;
/** After a commit was found: while others write without pause, a transaction and its guard cost more than they save. */
const PLAIN_READS = 32;
const ANSWERS_KEPT = 5_000;

/** The look-ups of every request and of every picture that a mail opens, and what tells one from another. */
const KEPT: { readonly [Name in OperationName]?: (args: OperationArgs<Name>) => string } = {
  findApiKey: ({ hash }) => hash,
  // No account's id holds U+0000, so no two stores give one text.
  getStoreVersion: ({ id, accountId }) => `${accountId}\0${id}`,
  findPublicImage: ({ publicId }) => `/i/${publicId}`,
};

export interface TurnReads {
  run(name: OperationName, args: OperationArgs<OperationName>): unknown;
  /** What is read from now on sees everything that was committed before. */
  end(): void;
}

/**
 * Runs the reads of one turn of the event loop (a callback and the promises that it settles) in one read transaction,
 * which takes SQLite's locks once and not for each; and keeps the answers of `KEPT` for as long as nobody commits. A turn that
 * needs no other answers needs no transaction.
 *
 * Whatever comes from outside the thread (a request, a timer, an answer of another process) begins a turn, and the
 * driver ends one where a write was answered. So a read sees all that was committed before the call that needs it arrived: a revoked key
 * and a changed or deleted store are seen by the very next call, in every process. Only a connection of the same thread
 * could commit in the middle of a turn; that is seen in the next one, or `READS_AT_MOST` reads later.
 *
 * What is kept is guarded by SQLite's `data_version`, looked at in every turn: it is another one as soon as any
 * other connection, of this process or another, has committed anything (https://sqlite.org/pragma.html#pragma_data_version).
 */
export function turnReads(connection: Connection): TurnReads {
  /** Reads that the turn may still take; 0 when none has begun. */
  let left = 0;
  let inTransaction = false;
  /** Reads that go without a turn. */
  let plain = 0;
  let dataVersion: unknown = null;
  const answers = new Map<string, unknown>();

  /** Forgets what was kept if anyone has committed since the turn before. */
  function begin(): void {
    const version = connection.execute(DATA_VERSION)[0]?.[0];
    if (version !== dataVersion) {
      if (dataVersion !== null) plain = PLAIN_READS;
      dataVersion = version;
      answers.clear();
    }
    left = READS_AT_MOST;
    SETTLED.then(endBehindPromises);
  }

  function end(): void {
    left = 0;
    if (!inTransaction) return;
    inTransaction = false;
    connection.execute(COMMIT);
  }

  /** A tick that a settled promise asks for comes behind all promises that are settled by then. */
  const endBehindPromises = () => process.nextTick(end);

  function read(name: OperationName, args: OperationArgs<OperationName>): unknown {
    return runProgram(startOperation(sqliteDialect, name, args), connection.execute);
  }

  function readKept(name: OperationName, args: OperationArgs<OperationName>): unknown {
    const key = KEPT[name]?.(args as never);
    const kept = key === undefined ? undefined : answers.get(key);
    if (kept !== undefined) return kept;
    if (!inTransaction) {
      connection.execute(BEGIN);
      inTransaction = true;
    }
    const answer = read(name, args);
    // Only of what there is, so that keys which are guessed at take no room. What was committed since the turn's look at the
    // version may be in it already: then the next look finds another version, and it is forgotten.
    if (key !== undefined && answer !== null) {
      if (answers.size >= ANSWERS_KEPT) answers.clear();
      answers.set(key, Object.freeze(answer));
    }
    return answer;
  }

  return {
    run(name, args) {
      if (left === 0 && plain > 0) {
        plain--;
        return read(name, args);
      }
      try {
        if (left === 0) begin();
        const answer = readKept(name, args);
        if (left === 1) end();
        else left--;
        return answer;
      } catch (error) {
        left = 0;
        inTransaction = false;
        if (connection.inTransaction) connection.execute(ROLLBACK);
        throw error;
      }
    },
    end,
  };
}
