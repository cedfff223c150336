import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests run from source: Vite resolves the packages by this condition, and so does Node in the test
// processes (execArgv), from which worker threads inherit it.
const source = 'vitrine-source';
const conditions = [source, 'module', 'node', 'development|production'];

/** What all configurations have in common: how test processes run. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    setupFiles: ['./test/fuzz-settings.ts'],
    pool: 'forks',
    // Vitest leaves a core to itself, which of two is half of them; many tests wait for servers more than they compute.
    maxWorkers: Math.max(2, availableParallelism()),
    // Node strips types with a WebAssembly module, in every thread anew, and V8 of Node 24.21 now and then crashes where
    // one thread replaces a wrapper of its code that others use (WasmEngine::FreeDeadCode): so it replaces none.
    execArgv: [`--conditions=${source}`, '--wasm-wrapper-tiering-budget=1000000000'],
    // Only what hangs meets them: on a busy machine a test may take ten times as long as on an idle one.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    passWithNoTests: true,
    reporters: ['default', 'json'],
  },
});
