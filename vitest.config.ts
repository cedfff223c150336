import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests run from source: Vite resolves the packages by this condition, and so does Node in the test
// processes (execArgv), from which worker threads inherit it.
export const source = 'vitrine-source';
const conditions = [source, 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/bench/**', 'test/faults/**', 'test/cluster/**'],
    setupFiles: ['./test/fuzz-settings.ts'],
    globalSetup: ['./test/postgres/global-setup.ts', './test/console/global-setup.ts'],
    pool: 'forks',
    // Vitest leaves a core to itself, which of two is half of them; many tests wait for servers more than they compute.
    maxWorkers: Math.max(2, availableParallelism()),
    // Node strips types with a WebAssembly module, in every thread anew, and V8 of Node 24.21 now and then crashes where
    // one thread replaces a wrapper of its code that others use (WasmEngine::FreeDeadCode): so it replaces none.
    execArgv: [`--conditions=${source}`, '--wasm-wrapper-tiering-budget=1000000000'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    passWithNoTests: true,
    reporters: ['default', 'json'],
    outputFile: { json: '.vitest/report.json' },
  },
});
