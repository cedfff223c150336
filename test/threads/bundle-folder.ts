import { join } from 'node:path';
import { ROOT } from '../docs/code-blocks.ts';

/** The folder of the bundled threads of this test run: `bundled-threads.mjs` finds it in `THREAD_BUNDLES`. */
export const BUNDLE_FOLDER = join(ROOT, 'node_modules/.cache/threads', String(process.pid));
