import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

// Kill -9, full disks, failing fsync: slow, and one at a time.
export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['./test/postgres/global-setup.ts', './test/console/global-setup.ts'],
      include: ['test/faults/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      outputFile: { json: '.vitest/faults.json' },
    },
  }),
);
