export { type FileProblem, SqliteFileError } from './errors.ts';
export { type SqliteStorage, type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';
