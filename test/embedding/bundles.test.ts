import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { runProgram } from './run-program.ts';

// In the folder of the tests, so that packages outside of the bundle are found.
const folder = join(import.meta.dirname, '../node_modules/.cache/bundles', String(process.pid));

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundleProgram(name: string, options: BuildOptions): Promise<string> {
  const outfile = join(folder, name);
  await build({
    entryPoints: [join(import.meta.dirname, 'bundled-program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    conditions: ['vitrine-source'],
    // A bundle of CommonJS has no `import.meta`, which esbuild warns of.
    logLevel: 'error',
    ...options,
  });
  return outfile;
}

/** Packages with native code or with data, which nobody bundles. */
const NATIVE = ['better-sqlite3', 'sharp', 'fontkit', 'harfbuzzjs', 'pg'];

describe.each([
  ['ES modules', 'bundled.mjs', 'esm'],
  ['CommonJS', 'bundled.cjs', 'cjs'],
] as const)('a program that esbuild has joined with Vitrine, as %s', (_name, file, format) => {
  let program: string;
  beforeAll(async () => {
    program = await bundleProgram(file, { format, external: NATIVE });
  });

  test('runs in memory', async () => {
    expect(await runProgram(program, ':memory:')).toBe('found 1\n');
    expect(await runProgram(program, 'memory')).toBe('found 1\n');
  });

  test.each([
    ['a SQLite file', () => join(folder, 'refused.db'), '@vitrine/storage-sqlite', 'writer-thread.js'],
    ['PostgreSQL', () => 'postgres://127.0.0.1:1/none', '@vitrine/storage-postgres', 'column-thread.js'],
    ['pictures', () => 'media', '@vitrine/media', 'image-process.js'],
  ])(
    'says what to leave out of the bundle for %s',
    verifies('library.bundles'),
    async (_part, part, name, file) => {
      const printed = await runProgram(program, part());
      expect(printed).toMatch(/^[^\n]*\n$/);
      expect(printed).toContain(`${name} can't find ${file}`);
      expect(printed).toContain('--external:@vitrine/*');
      expect(printed).toContain('serverExternalPackages');
    },
  );
});

test.each([
  ['bundle.mjs', 'esm'],
  ['bundle.cjs', 'cjs'],
] as const)(
  '%s without the packages of Vitrine opens a SQLite file',
  verifies('library.bundles'),
  async (file, format) => {
    const program = await bundleProgram(file, { format, external: ['@vitrine/*', ...NATIVE] });
    expect(await runProgram(program, join(folder, `${file}.db`))).toBe('found 1\n');
    expect(await runProgram(program, 'media')).toBe('found 1\n');
  },
);
