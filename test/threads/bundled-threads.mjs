// Node loads this in every test process and in its threads (`--import`). A thread that `global-setup.ts`
// has bundled then runs as one file, which starts in a quarter of the processor time.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { THREAD_BUNDLES } = process.env;
const THREAD = /\/([\w-]+-thread)\.ts$/;

if (!isMainThread && THREAD_BUNDLES !== undefined) {
  registerHooks({
    load(url, context, next) {
      const name = THREAD.exec(url)?.[1];
      if (name === undefined) return next(url, context);
      const path = join(THREAD_BUNDLES, `${name}.mjs`);
      if (!existsSync(path)) return next(url, context);
      return { format: 'module', source: readFileSync(path, 'utf8'), shortCircuit: true };
    },
  });
}
