import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

// Every file that must stand by itself in dist: public entries, and what is started by URL (worker threads, cli).
const entries = {
  core: [
    'index',
    'server',
    'contracts/index',
    'imports/index',
    'storage/index',
    'adapter',
    'conformance/index',
    'node',
  ],
  'storage-sql': ['index'],
  'storage-sqlite': ['index', 'private-file', 'writer-thread', 'scan-thread'],
  'storage-postgres': ['index', 'options', 'column-thread'],
  geocoder: ['index'],
  'blobs-s3': ['index'],
  media: ['index', 'image-process', 'font-process', 'render-thread'],
  http: ['index', 'logs/index', 'program'],
  vitrine: ['cli'],
  client: ['index'],
};

/**
 * Returns the builds of packages into `folder/<name>/dist`.
 *
 * @param isBuilt selects the packages by the names of their folders.
 */
export function buildsInto(folder: string, isBuilt: (name: string) => boolean = () => true): Options[] {
  const libraries: Options[] = Object.entries(entries).map(([name, files]) => ({
    name,
    entry: Object.fromEntries(files.map((file) => [file, `packages/${name}/src/${file}.ts`])),
    outDir: join(folder, name, 'dist'),
    format: 'esm',
    target: name === 'client' ? 'es2022' : 'node22',
    platform: name === 'client' ? 'neutral' : 'node',
    dts: false,
    sourcemap: true,
    clean: true,
    skipNodeModulesBundle: true,
    // One file instead of 95. Its licence must go with copies of it.
    ...(name === 'core' ? { noExternal: ['zod'], onSuccess: async () => copyLicenceOfZod(folder) } : {}),
    tsconfig: `packages/${name}/tsconfig.json`,
  }));
  const pages: Options = {
    name: 'console',
    entry: { index: 'packages/console/node/index.ts' },
    outDir: join(folder, 'console/dist'),
    format: 'esm',
    target: 'node22',
    platform: 'node',
    dts: false,
    // The files for the browser are in the same folder.
    clean: false,
    tsconfig: 'packages/console/tsconfig.node.json',
    // A process of its own, because this file is bundled before it runs.
    onSuccess: async () => {
      const args = ['packages/console/build/run.ts', join(folder, 'console/dist/app')];
      execFileSync(process.execPath, args, { stdio: 'inherit' });
    },
  };
  return [...libraries, pages].filter(({ name = '' }) => isBuilt(name));
}

export default defineConfig(buildsInto('packages'));

function copyLicenceOfZod(folder: string): void {
  copyFileSync('packages/core/node_modules/zod/LICENSE', join(folder, 'core/dist/zod-licence.txt'));
}
