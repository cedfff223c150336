import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

// Several database servers at a time, so one file after the other.
export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['./test/postgres/global-setup.ts', './test/console/global-setup.ts'],
      include: ['test/cluster/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      outputFile: { json: '.vitest/cluster.json' },
    },
  }),
);
