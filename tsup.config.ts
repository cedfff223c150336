import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { defineConfig } from 'tsup';

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

/** What a package has copies of. The licence of a copied package goes with it. */
const copies: Readonly<Record<string, () => void>> = {
  core: () => copyFileSync('packages/core/node_modules/zod/LICENSE', 'packages/core/dist/zod-licence.txt'),
  http: copySwagger,
  media: () => {
    const args = ['--conditions=vitrine-source', 'packages/media/build/run.ts'];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
  },
};

export default defineConfig([
  ...Object.entries(entries).map(([name, files]) => ({
    name,
    entry: Object.fromEntries(files.map((file) => [file, `packages/${name}/src/${file}.ts`])),
    outDir: `packages/${name}/dist`,
    format: 'esm' as const,
    target: name === 'client' ? 'es2022' : 'node22',
    platform: name === 'client' ? ('neutral' as const) : ('node' as const),
    dts: false,
    clean: true,
    skipNodeModulesBundle: true,
    // One file instead of 95.
    ...(name === 'core' ? { noExternal: ['zod'] } : {}),
    onSuccess: async () => copies[name]?.(),
    tsconfig: `packages/${name}/tsconfig.json`,
  })),
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

function copySwagger(): void {
  const [from, to] = ['packages/http/node_modules/swagger-ui-dist', 'packages/http/dist/swagger-ui'];
  mkdirSync(to, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE']) {
    copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
