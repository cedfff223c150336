import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

// The HTTP suites on a Citus cluster: the files that run on every storage, or on two servers of one database.
const FOLDER = 'test/e2e';
const onDatabases = readdirSync(FOLDER)
  .map((name) => `${FOLDER}/${name}`)
  .filter(
    (path) =>
      path.endsWith('.test.ts') && /\b(onEveryStorage|openTwoServers)\(/.test(readFileSync(path, 'utf8')),
  );

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: onDatabases,
      globalSetup: ['./test/cluster/global-setup.ts'],
      testTimeout: 120_000,
      hookTimeout: 300_000,
      outputFile: { json: '.vitest/cluster-http.json' },
    },
  }),
);
