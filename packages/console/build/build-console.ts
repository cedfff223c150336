import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { ConsoleAsset, ConsoleManifest } from '../node/index.ts';
import { firstLoadOf, joinFirstLoad, lazyFilesOf } from './first-load.ts';
import { licencesOf } from './licences.ts';
import { mapData } from './map-data.ts';
import { preloadsOf } from './preloads.ts';
import { styleText } from './style-text.ts';

const PACKAGE = resolve(import.meta.dirname, '..');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
};

/** Types whose bytes are compressed already. */
const COMPRESSED = new Set(['woff2', 'png']);

const compressors = {
  br: {
    extension: 'br',
    run: (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  gzip: { extension: 'gz', run: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }) },
} as const;

/**
 * Builds the console into a folder: bundles the source, names each file by the hash of its bytes, compresses it, and
 * writes the page and the manifest. Replaces the folder in one step, so that a server never reads half of a build.
 *
 * @param output the folder, by default `dist/app`.
 */
export async function buildConsole(output = join(PACKAGE, 'dist/app')): Promise<void> {
  const options = {
    absWorkingDir: PACKAGE,
    entryPoints: { console: 'src/console.tsx', style: 'src/styles/style.css' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox125', 'safari17.5'],
    conditions: ['vitrine-source', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    outdir: 'dist/app/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.png': 'file', '.svg': 'file', '.csv': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  } as const satisfies BuildOptions;
  const plugins = [styleText, mapData];
  const { metafile } = await build({ ...options, plugins });
  const first = firstLoadOf(metafile, options.entryPoints.console);
  const firstLoad = joinFirstLoad(PACKAGE, first, lazyFilesOf(metafile));
  const result = await build({
    ...options,
    plugins: [...plugins, firstLoad],
    // The files that are joined are not run by that: whoever uses them imports them, too.
    logOverride: { 'ignored-bare-import': 'silent' },
  });

  const building = `${output}.${process.pid}`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(join(building, 'assets'), { recursive: true });
  const assets: ConsoleAsset[] = [];
  const hash = createHash('sha256');
  const icon = readFileSync(join(PACKAGE, 'src/icon.svg'));
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  const files = [...result.outputFiles, { path: iconName, contents: icon }];
  for (const { path, contents } of files.toSorted((a, b) => a.path.localeCompare(b.path))) {
    const name = basename(path);
    hash.update(name).update(contents);
    assets.push(await writeAsset(join(building, 'assets'), name, contents));
  }
  writeFileSync(join(building, 'index.html'), page(result.metafile, iconName));
  writeFileSync(join(building, 'licences.txt'), licencesOf(PACKAGE, Object.keys(result.metafile.inputs)));
  const manifest: ConsoleManifest = { build: hash.digest('hex').slice(0, 16), assets };
  writeFileSync(join(building, 'manifest.json'), JSON.stringify(manifest, null, 1));
  rmSync(output, { recursive: true, force: true });
  renameSync(building, output);
}

async function writeAsset(folder: string, name: string, contents: Uint8Array): Promise<ConsoleAsset> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const type = TYPES[extension];
  if (type === undefined) throw new Error(`The console has a file of an unknown type: ${name}`);
  writeFileSync(join(folder, name), contents);
  const encodings: ConsoleAsset['encodings'][number][] = [];
  if (!COMPRESSED.has(extension)) {
    for (const encoding of ['br', 'gzip'] as const) {
      const { extension: suffix, run } = compressors[encoding];
      const compressed = await run(contents);
      if (compressed.length >= contents.length) continue;
      writeFileSync(join(folder, `${name}.${suffix}`), compressed);
      encodings.push(encoding);
    }
  }
  return { name, type, encodings };
}

/** Returns `index.html` with the names of the built files. */
function page({ outputs }: Metafile, icon: string): string {
  const named = (test: (path: string, entry: string | undefined) => boolean): string => {
    const found = Object.entries(outputs).find(([path, { entryPoint }]) => test(path, entryPoint));
    if (found === undefined) throw new Error('A file of the page was not built.');
    return basename(found[0]);
  };
  const main = named((_, entry) => entry === 'src/console.tsx');
  const names: Readonly<Record<string, string>> = {
    script: main,
    style: named((_, entry) => entry === 'src/styles/style.css'),
    font: named((path) => /inter-latin-wght-normal-\w+\.woff2$/.test(path)),
    icon,
  };
  const chunks = preloadsOf(outputs, main)
    .map((name) => `<link rel="modulepreload" href="{{base}}assets/${name}">\n`)
    .join('');
  return readFileSync(join(PACKAGE, 'src/index.html'), 'utf8')
    .replace(/\{\{(script|style|font|icon)\}\}/g, (_, name: string) => `{{base}}assets/${names[name]}`)
    .replace('{{chunks}}\n', chunks);
}
