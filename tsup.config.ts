import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { joinedPackages, writeLicences } from './scripts/joined-packages.ts';

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

export default defineConfig([
  ...Object.entries(entries).map(([name, files]) => {
    const outDir = `packages/${name}/dist`;
    const packages = joinedPackages(`packages/${name}/node_modules`, joined[name] ?? []);
    return {
      name,
      entry: Object.fromEntries(files.map((file) => [file, `packages/${name}/src/${file}.ts`])),
      outDir,
      format: 'esm' as const,
      target: name === 'client' ? 'es2022' : 'node22',
      platform: name === 'client' ? ('neutral' as const) : ('node' as const),
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
  }),
  {
    name: 'console',
    entry: { index: 'packages/console/node/index.ts' },
    outDir: 'packages/console/dist',
    format: 'esm' as const,
    target: 'node22',
    platform: 'node' as const,
    dts: false,
    // The files for the browser are in the same folder.
    clean: false,
    tsconfig: 'packages/console/tsconfig.node.json',
    // A process of its own, because this file is bundled before it runs.
    onSuccess: async () => {
      execFileSync(process.execPath, ['packages/console/build/run.ts'], { stdio: 'inherit' });
    },
  },
]);

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
