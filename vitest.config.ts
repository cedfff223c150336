import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { BUNDLE_FOLDER } from './test/threads/bundle-folder.ts';
import base from './vitest.base.config.ts';

/** Tests that change or measure something of their whole process, such as its settings, memory or children. */
const NEED_OWN_PROCESS = [
  'examples/**/*.test.ts',
  'packages/http/src/traffic/memory-release.test.ts',
  'packages/media/src/process/*.test.ts',
  'test/client/{faults,kill,retries}.test.ts',
  // Linux counts the memory of the parent as the peak of a new process.
  'test/geocoder/memory.test.ts',
];

const execArgv = ['--import', join(import.meta.dirname, 'test/threads/bundled-threads.mjs')];

const env = {
  TMPDIR: temporaryFolder(),
  THREAD_BUNDLES: BUNDLE_FOLDER,
  // Programs and threads start again and again: each loads what an earlier one has stripped of types and compiled.
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, 'node_modules/.cache/compiled'),
};

export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: [
        './test/threads/global-setup.ts',
        './test/postgres/global-setup.ts',
        './test/console/global-setup.ts',
      ],
      sequence: { sequencer: LongestFirst },
      outputFile: { json: '.vitest/report.json' },
      projects: [
        mergeConfig(base, {
          test: { name: 'own process', include: NEED_OWN_PROCESS, env, execArgv },
        }),
        mergeConfig(base, {
          test: {
            name: 'shared process',
            // Starting a process and loading all modules takes longer than most files of tests.
            isolate: false,
            include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
            exclude: [
              '**/node_modules/**',
              '**/dist/**',
              'test/bench/**',
              'test/faults/**',
              'test/cluster/**',
              ...NEED_OWN_PROCESS,
            ],
            env,
            execArgv,
          },
        }),
      ],
    },
  }),
);
