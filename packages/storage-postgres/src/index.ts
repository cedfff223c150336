export { PostgresSetupError } from './connections/connection/setup-error.ts';
export { postgresStorage } from './postgres-storage.ts';
export type { PostgresStorageOptions } from './storage-options.ts';
