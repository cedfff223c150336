import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../docs/code-blocks.ts';

const SOURCES = 'packages/storage-sqlite/src';
/** `bundled-threads.mjs` reads it. */
const FOLDER = 'node_modules/.cache/threads';

/**
 * Bundles the threads of SQLite from their source, so that each of thousands loads one file and not a hundred. While
 * Vitest watches for changes they run from source, because a bundle would miss the changes.
 */
export default async function setup({ vitest }: TestProject): Promise<void> {
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  if (vitest.config.watch) return;
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['writer-thread', 'scan-thread'].map((name) => join(SOURCES, `${name}.ts`)),
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['vitrine-source'],
    external: ['better-sqlite3'],
  });
}
