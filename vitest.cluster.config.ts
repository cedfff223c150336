import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// Several database servers at a time, so one file after the other.
const { include: _, exclude: __, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['test/cluster/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      outputFile: { json: '.vitest/cluster.json' },
    },
  }),
);
