export { type FileProblem, SqliteFileError } from './connections/errors.ts';
export { type SqliteStorage, type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';
