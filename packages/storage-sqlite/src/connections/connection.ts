import { BoundedMap } from '@vitrine/core/adapter';
import type { Row, Statement } from '@vitrine/storage-sql';
import type Database from 'better-sqlite3';
import { BUSY_TIMEOUT, type ConnectionRole, configure } from './pragmas.ts';
import { addScanFunctions } from './scan-functions.ts';
import { openDatabase } from './sqlite-library.ts';

/** One connection and its prepared statements. Everything on it happens at once, in the calling thread. */
export interface Connection {
  execute(statement: Statement): readonly Row[];
  /** Rows one by one, as of one moment. The moment lasts until the iterator ends or returns. */
  iterate(statement: Statement): IterableIterator<Row>;
  readonly inTransaction: boolean;
  /** Changes after each commit of another connection, also of another process. */
  dataVersion(): number;
  /** Maps the first bytes of the file, so that their pages are not copied into the cache. 0: maps nothing. */
  map(bytes: number): void;
  close(): void;
}

export interface ConnectionOptions {
  readonly path: string;
  readonly role: ConnectionRole;
  /** Pages kept, in kilobytes. */
  readonly cache?: number;
  /** Throws when the statement that runs is to end. Default: statements run to their end. */
  readonly requireTime?: () => void;
}

const CACHE = 16_000;

/** Opens an existing file, or a database in memory. */
export function openConnection({
  path,
  role,
  cache = CACHE,
  requireTime = () => undefined,
}: ConnectionOptions): Connection {
  const db = openDatabase(path, {
    readonly: role === 'read',
    fileMustExist: path !== ':memory:',
    timeout: BUSY_TIMEOUT,
  });
  try {
    configure(db, role, cache);
    db.pragma('mmap_size = 0');
    addScanFunctions(db, requireTime);
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = statementCache((text) => {
    const statement = db.prepare<unknown[], unknown>(hideValues(text));
    return statement.reader ? statement.raw(true) : statement;
  });
  const dataVersion = db.prepare('PRAGMA data_version').pluck();

  return {
    execute({ text, values }) {
      const statement = statements.get(text);
      if (statement.reader) return statement.all(values) as Row[];
      return [[statement.run(values).changes]];
    },
    iterate({ text, values }) {
      return statements.get(text).iterate(values) as IterableIterator<Row>;
    },
    get inTransaction() {
      return db.inTransaction;
    },
    dataVersion() {
      return dataVersion.get() as number;
    },
    map(bytes) {
      db.pragma(`mmap_size = ${bytes}`);
    },
    close() {
      db.close();
    },
  };
}

/** A statement of fixed text. */
export function fixed(text: string): Statement {
  return { text, values: [] };
}

export type PreparedStatement = Database.Statement<unknown[], unknown>;

/** Common statements are few, but filters make more, and each of them takes memory outside the heap. */
const STATEMENTS_KEPT = 300;

/**
 * Prepared statements of one connection by text. The least recently used one is evicted first. The order of use is kept only
 * while the cache is more than half full, because moving an entry costs more than finding it.
 */
export function statementCache(
  prepare: (text: string) => PreparedStatement,
  kept: number = STATEMENTS_KEPT,
): { get(text: string): PreparedStatement; readonly size: number } {
  const statementsByText = new BoundedMap<string, PreparedStatement>(kept);
  let latest: string | null = null;

  return {
    get(text) {
      const known = statementsByText.get(text);
      if (known !== undefined) {
        if (text !== latest && statementsByText.size > kept / 2) {
          statementsByText.set(text, known);
          latest = text;
        }
        return known;
      }
      const statement = prepare(text);
      statementsByText.set(text, statement);
      latest = text;
      return statement;
    },
    get size() {
      return statementsByText.size;
    },
  };
}

/**
 * Returns the text of a statement with a sign before each value that is bound to a `LIMIT` or compared for equality. SQLite's
 * planner reads these values to estimate rows, so SQLite prepares the statement again whenever one of them is bound. The
 * planner does not read the value of an expression.
 */
export function hideValues(text: string): string {
  return text.replaceAll(/(\bLIMIT|(?<![<>])=) \?/g, '$1 +?');
}
