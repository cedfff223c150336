import { rowWrites, type SqlEngine } from '@vitrine/storage-sql';
import { sqliteDialect } from './sqlite-dialect.ts';

/** The engine of SQLite. Writes records one by one, because a statement costs no round trip. */
export const sqliteEngine: SqlEngine = { ...sqliteDialect, recordWrites: rowWrites };
