/**
 * `@vitrine/storage-postgres/options`: what a program checks of its settings before it opens a database. Loads no driver.
 */

export { type PostgresUrl, readPostgresUrl } from './connections/connection/postgres-url.ts';
export { BACKENDS, type Backend } from './dialect/backends.ts';
