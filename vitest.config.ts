import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { AT_NIGHT, ON_REQUEST } from './test/run-modes.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { BUNDLE_FOLDER } from './test/threads/bundle-folder.ts';

/** Tests that change or measure something of their whole process, such as its settings, memory or children. */
const NEED_OWN_PROCESS = [
  'examples/**/*.test.ts',
  'packages/http/src/traffic/memory-release.test.ts',
  'packages/media/src/process/*.test.ts',
  'test/client/{faults,kill,retries}.test.ts',
  // Linux counts the memory of the parent as the peak of a new process.
  'test/geocoder/memory.test.ts',
];

const ALL = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'];

/** Imports of tests that need PostgreSQL or a browser, start programs, or run commands: they are not in `fast`. */
const SLOW_IMPORTS =
  /from '(node:child_process|[^']*(\/run-program|\/postgres\/(database|cluster|standby)|\/console\/(browser|console-server)|\/faults\/(server-process|kill-rounds)|\/two-servers|\/servers|\/command-line|\/docs\/shell)\.ts)'/;

// Tests run from source: Vite resolves the packages by this condition, and so does Node in the test
// processes (execArgv), from which worker threads inherit it.
const source = 'vitrine-source';
const conditions = [source, 'module', 'node', 'development|production'];

// Node strips types with a WebAssembly module, in every thread anew, and V8 of Node 24.21 now and then crashes where
// one thread replaces a wrapper of its code that others use (WasmEngine::FreeDeadCode): so it replaces none.
const execArgv = [`--conditions=${source}`, '--wasm-wrapper-tiering-budget=1000000000'];

const SERVERS = ['./test/postgres/global-setup.ts', './test/console/global-setup.ts'];

/** What all modes have in common: how test processes run. */
const base: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    setupFiles: ['./test/fuzz-settings.ts'],
    pool: 'forks',
    // Vitest leaves a core to itself, which of two is half of them, and half of the tests wait more than they compute: four processes fill two cores.
    maxWorkers: availableParallelism() + 2,
    execArgv,
    // Only what hangs meets them: on a busy machine a test may take ten times as long as on an idle one.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    passWithNoTests: true,
    reporters: ['default', 'json'],
  },
};

/** The files that start threads and processes again and again, and share the modules that are loaded. */
function inProcesses(exclude: readonly string[]): ViteUserConfig {
  const test = {
    execArgv: [...execArgv, '--import', join(import.meta.dirname, 'test/threads/bundled-threads.mjs')],
    env: {
      TMPDIR: temporaryFolder(),
      THREAD_BUNDLES: BUNDLE_FOLDER,
      // Each program and thread loads what an earlier one has stripped of types and compiled.
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
  };
  const excluded = ['**/node_modules/**', '**/dist/**', ...ON_REQUEST, ...exclude];
  return {
    test: {
      globalSetup: ['./test/threads/global-setup.ts', ...SERVERS],
      sequence: { sequencer: LongestFirst },
      projects: [
        mergeConfig(base, {
          test: { ...test, name: 'own process', include: NEED_OWN_PROCESS, exclude: excluded },
        }),
        mergeConfig(base, {
          test: {
            ...test,
            name: 'shared process',
            // Starting a process and loading all modules takes longer than most files of tests.
            isolate: false,
            include: ALL,
            exclude: [...excluded, ...NEED_OWN_PROCESS],
          },
        }),
      ],
    },
  };
}

/** The tests that a text matches, such as the name of a function that they call. */
function filesWith(folders: readonly string[], text: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .filter((path) => text.test(readFileSync(path, 'utf8')));
}

/** What each mode adds: `vitest run --mode <name>`. `pnpm test` has the mode `test`, which vitest takes by default. */
const MODES: Readonly<Record<string, () => ViteUserConfig>> = {
  test: () => inProcesses(AT_NIGHT),
  // Every case on every storage, in all its rounds (test/nightly.ts).
  nightly: () => mergeConfig(inProcesses([]), { test: { provide: { nightly: true } } }),
  // Without PostgreSQL, browsers, programs that are started, commands, campaigns of hostile or generated input, what waits for
  // limits of time or fills logs, and the storages that only differ in their columns.
  fast: () =>
    mergeConfig(
      inProcesses([
        ...AT_NIGHT,
        'packages/storage-postgres/**',
        'packages/storage-sqlite/src/{column-conformance,column-stress,two-processes}.test.ts',
        'examples/**',
        'test/{console,client,differential,copy,docs,gallery}/**',
        '**/{hostile-*,*-hostile,generated-*,*.property}.test.ts',
        'packages/http/src/traffic/{connection,body-reading}.test.ts',
        'packages/storage-sqlite/src/export-snapshots.test.ts',
        'test/e2e/{imports-meanwhile,store-tools-access}.test.ts',
        ...filesWith(['test', 'packages'], SLOW_IMPORTS),
      ]),
      { test: { provide: { fast: true } } },
    ),
  // Kill -9, full disks, failing fsync: slow, and one at a time.
  faults: () => ({
    test: {
      globalSetup: SERVERS,
      include: ['test/faults/**/*.test.ts'],
      provide: { nightly: true },
      fileParallelism: false,
      testTimeout: 300_000,
    },
  }),
  // Several database servers at a time, so one file after the other.
  cluster: () => ({
    test: {
      globalSetup: SERVERS,
      include: ['test/cluster/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  }),
  // The HTTP suites on a Citus cluster: the files that run on every storage, or on two servers of one database.
  'cluster-http': () => ({
    test: {
      globalSetup: ['./test/cluster/global-setup.ts'],
      include: filesWith(['test/e2e'], /\b(onEveryStorage|onOneStorage|openTwoServers)\(/),
      provide: { nightly: true },
      hookTimeout: 300_000,
    },
  }),
  // The HTTP suites on storages that answer every search from columns if they can.
  'columns-http': () => ({
    test: {
      globalSetup: SERVERS,
      include: filesWith(['test/e2e'], /\b(onEveryStorage|onOneStorage|withToolServers)\(/),
      provide: { eagerColumns: true, nightly: true },
      hookTimeout: 300_000,
    },
  }),
};

export default defineConfig(({ mode }) => {
  // Tools that only read this file have modes of Vite.
  const isOfVite = mode === 'development' || mode === 'production';
  const added = MODES[isOfVite ? 'test' : mode];
  if (added === undefined) {
    throw new Error(`Unknown mode "${mode}". Known: ${Object.keys(MODES).join(', ')}.`);
  }
  const outputFile = { json: mode === 'test' ? '.vitest/report.json' : `.vitest/${mode}.json` };
  return mergeConfig(mergeConfig(base, added()), {
    test: { outputFile, globalSetup: ['./test/run-seed.ts'] },
  });
});
