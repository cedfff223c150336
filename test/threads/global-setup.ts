import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../docs/code-blocks.ts';
import { BUNDLE_FOLDER } from './bundle-folder.ts';

/** The threads that tests start by the thousand. Their names differ. */
const THREADS = [
  'packages/storage-sqlite/src/writer-thread.ts',
  'packages/storage-sqlite/src/scan-thread.ts',
  'packages/storage-postgres/src/column-thread.ts',
];

/**
 * Bundles threads from their source, so that each start loads one file and not a hundred. While Vitest watches for changes
 * they run from source, because a bundle would miss the changes. Returns a function that removes the bundles.
 */
export default async function setup({ vitest }: TestProject): Promise<() => void> {
  if (!vitest.config.watch) {
    await build({
      absWorkingDir: ROOT,
      entryPoints: Object.fromEntries(THREADS.map((path) => [basename(path, '.ts'), path])),
      outdir: BUNDLE_FOLDER,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      conditions: ['vitrine-source'],
      external: ['better-sqlite3', 'pg'],
    });
  }
  return () => rmSync(BUNDLE_FOLDER, { recursive: true, force: true });
}
