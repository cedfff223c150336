/** Tests with a mode of their own (`vitest.config.ts`). */
export const ON_REQUEST: readonly string[] = ['test/bench/**', 'test/faults/**', 'test/cluster/**'];

/**
 * Tests that run only at night: the programs of `test/differential` use columns of wide text by day, the conformance kit runs
 * on SQLite in a file, other tests by day import and copy the same kinds of data, tests of each screen end its server and those
 * of HTTP use PostgreSQL, and installing other frameworks and the container takes minutes.
 */
export const AT_NIGHT: readonly string[] = [
  'packages/storage-sqlite/src/declared-changes.test.ts',
  'packages/storage-sqlite/src/wide-text-conformance.test.ts',
  'test/console/killed-server.test.ts',
  'test/console/postgres.test.ts',
  'test/container/image.test.ts',
  'test/copy/kill.test.ts',
  'test/e2e/command-line-real-data.test.ts',
  'test/embedding/frameworks.test.ts',
];
