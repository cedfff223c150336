import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// Kill -9, full disks, failing fsync: slow, and one at a time.
const { include: _, exclude: __, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['test/faults/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      outputFile: { json: '.vitest/faults.json' },
    },
  }),
);
