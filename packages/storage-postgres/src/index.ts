export { PostgresSetupError } from './connections/errors.ts';
export { postgresStorage } from './postgres-storage.ts';
export type { PostgresStorageOptions } from './storage-options.ts';
