export { PostgresSetupError } from './connections/errors.ts';
export { BACKENDS, type Backend } from './dialect/backends.ts';
export { postgresStorage } from './postgres-storage.ts';
export type { PostgresStorageOptions } from './storage-options.ts';
