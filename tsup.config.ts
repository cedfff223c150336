import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { installedPackages } from './scripts/installed-packages.ts';
import { writeLicences } from './scripts/joined-licences.ts';

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
  client: ['index', 'types/index', 'cli'],
};

/** Packages of others that are joined with the code of a package: one file instead of hundreds. */
const joined: Readonly<Record<string, readonly string[]>> = {
  core: ['lru-cache', 'zod'],
  media: ['fontkit', 'lru-cache'],
};

/** Makes the files that a package has copies of, in the folder that it is built into. */
const copies: Readonly<Record<string, (dist: string) => void>> = {
  geocoder: (dist) => runBuild('geocoder', dist),
  http: copySwagger,
  media: (dist) => runBuild('media', dist),
};

/**
 * Returns the builds of packages into `folder/<name>/dist`.
 *
 * @param isBuilt selects the packages by the names of their folders.
 */
export function buildsInto(folder: string, isBuilt: (name: string) => boolean = () => true): Options[] {
  const libraries = Object.entries(entries).map(([name, files]): Options => {
    const outDir = join(folder, name, 'dist');
    const packages = installedPackages(`packages/${name}/node_modules`, joined[name] ?? []);
    return {
      name,
      entry: Object.fromEntries(files.map((file) => [file, `packages/${name}/src/${file}.ts`])),
      outDir,
      format: 'esm',
      target: name === 'client' ? 'es2022' : 'node22',
      platform: name === 'client' ? 'neutral' : 'node',
      dts: false,
      clean: true,
      skipNodeModulesBundle: true,
      noExternal: packages.map((each) => new RegExp(`^${each.name}(/|$)`)),
      onSuccess: async () => {
        writeLicences(packages, `${outDir}/joined-licences.txt`);
        copies[name]?.(outDir);
      },
      tsconfig: `packages/${name}/tsconfig.json`,
    };
  });
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

/** Runs `build/run.ts` of a package in a process of its own, because this file is bundled before it runs. */
function runBuild(name: string, dist: string): void {
  const args = ['--conditions=vitrine-source', `packages/${name}/build/run.ts`, dist];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}

function copySwagger(dist: string): void {
  const [from, to] = ['packages/http/node_modules/swagger-ui-dist', `${dist}/swagger-ui`];
  mkdirSync(to, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
  const licences = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];
  writeFileSync(
    `${to}/swagger-licences.txt`,
    licences.map((name) => readFileSync(`${from}/${name}`)).join('\n'),
  );
}
