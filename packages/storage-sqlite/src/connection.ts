import type { Row, Statement } from '@vitrine/storage-sql';
import Database from 'better-sqlite3';
import { BUSY_TIMEOUT, type ConnectionRole, configure } from './pragmas.ts';
import { addScanFunctions } from './scan-functions.ts';
import { statementCache } from './statement-cache.ts';

/** One connection and its prepared statements. Everything on it happens at once, in the calling thread. */
export interface Connection {
  execute(statement: Statement): readonly Row[];
  /** Rows one by one, as of one moment. The moment lasts until the iterator ends or returns. */
  iterate(statement: Statement): IterableIterator<Row>;
  readonly inTransaction: boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly path: string;
  readonly role: ConnectionRole;
  /** Pages kept, in kilobytes. */
  readonly cache?: number;
  /** Bytes of the file that it has in its address space, which spares copies. Default: none. */
  readonly mapped?: number;
  /** Throws when the statement that runs is to end. Default: statements run to their end. */
  readonly requireTime?: () => void;
}

const CACHE = 16_000;

/** Opens an existing file, or a database in memory. */
export function openConnection({
  path,
  role,
  cache = CACHE,
  mapped = 0,
  requireTime = () => undefined,
}: ConnectionOptions): Connection {
  const db = new Database(path, {
    readonly: role === 'read',
    fileMustExist: path !== ':memory:',
    timeout: BUSY_TIMEOUT,
  });
  try {
    configure(db, role, cache);
    db.pragma(`mmap_size = ${mapped}`);
    addScanFunctions(db, requireTime);
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = statementCache((text) => {
    const statement = db.prepare<unknown[], unknown>(text);
    return statement.reader ? statement.raw(true) : statement;
  });

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
    close() {
      db.close();
    },
  };
}

/** A statement of fixed text. */
export function fixed(text: string): Statement {
  return { text, values: [] };
}
