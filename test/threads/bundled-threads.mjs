// Node loads this in every test process and in its threads (`--import`). A thread of SQLite then runs as one file, which
// `global-setup.ts` has bundled from the source: that starts in a quarter of the processor time.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/threads');

const THREAD = /\/storage-sqlite\/src\/((?:writer|scan)-thread)\.ts$/;

if (!isMainThread) {
  registerHooks({
    load(url, context, next) {
      const name = THREAD.exec(url)?.[1];
      if (name === undefined) return next(url, context);
      const path = join(FOLDER, `${name}.mjs`);
      if (!existsSync(path)) return next(url, context);
      return { format: 'module', source: readFileSync(path, 'utf8'), shortCircuit: true };
    },
  });
}
