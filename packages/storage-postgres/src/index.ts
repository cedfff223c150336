export { BACKENDS, type Backend } from './backends.ts';
export { PostgresSetupError } from './errors.ts';
export { postgresStorage } from './postgres-storage.ts';
export type { PostgresStorageOptions } from './storage-options.ts';
