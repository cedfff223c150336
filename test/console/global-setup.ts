import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/code-blocks.ts';

const SOURCES = ['packages/console/src', 'packages/console/build', 'packages/client/src'];
const BUILT = 'packages/console/dist/app/manifest.json';

/** Builds the console if it has not been built since its source changed, so that browser tests see the source. */
export default async function setup(): Promise<void> {
  const built = statSync(join(ROOT, BUILT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > Math.max(...SOURCES.map((folder) => newest(join(ROOT, folder))))) return;
  const { buildConsole } = await import('../../packages/console/build/build-console.ts');
  await buildConsole();
}

/** Returns the time of the latest change to a folder or to a file in it. */
function newest(folder: string): number {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}
