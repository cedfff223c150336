export { BACKENDS, type Backend } from './backends.ts';
export { PostgresSetupError } from './errors.ts';
export { type PostgresStorageOptions, postgresStorage } from './postgres-storage.ts';
