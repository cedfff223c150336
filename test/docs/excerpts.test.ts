import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksIn, ROOT } from './code-blocks.ts';
import { filesIn } from './source-files.ts';

/** Declarations that the excerpts omit. */
const AROUND = `import { storageConformance, type ConformanceOptions } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import { describe, test } from 'vitest';
interface MyOptions { readonly place: string }
declare function emptyPlace(): MyOptions;
declare function samePlace(): MyOptions;
declare const storage: Storage;
declare const reopen: () => Promise<Storage>;
declare const close: () => Promise<void>;
export const used = [storageConformance, describe, test, emptyPlace, samePlace, storage, reopen, close];
`;
const OWN_STORAGE = 'declare function myStorage(options: MyOptions): Storage;\n';

/**
 * Returns a block as a separate module: adds braces around members of options, and removes imports that `AROUND`
 * contains.
 */
function moduleOf(text: string): string {
  const body = text
    .replace(/^import .*\n/gm, '')
    .replace(/^(knownGaps: [\s\S]*),\s*$/, 'export const options: Partial<ConformanceOptions> = {\n$1 };\n')
    .replace(/^export function myStorage/m, 'export declare function myStorage');
  return (
    AROUND +
    (body.includes('declare function myStorage') ? '' : `${OWN_STORAGE}export const mine = myStorage;\n`) +
    body
  );
}

test('compiles the code of docs/storage-adapters.md and the example against the published types', () => {
  // Within the test folder, where the packages resolve.
  const folder = mkdtempSync(join(ROOT, 'test/.excerpts-'));
  try {
    const blocks = [
      ...blocksIn('docs/storage-adapters.md', 'ts', 3),
      ...blocksIn('examples/custom-storage-adapter/README.md', 'ts', 2),
    ];
    blocks.forEach((text, index) => {
      writeFileSync(join(folder, `block-${index}.ts`), moduleOf(text));
    });
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: { noEmit: true, noUnusedLocals: false },
        include: ['*.ts'],
      }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('finds the excerpts of docs/architecture.md in the sources', () => {
  const [steps = '', kit = ''] = blocksIn('docs/architecture.md', 'ts', 2);
  const sources = filesIn('packages/storage-sql/src').map((file) => readFileSync(join(ROOT, file), 'utf8'));
  expect(sources.filter((source) => source.includes(steps))).toHaveLength(1);
  expect(kit.trim()).toBe("import { storageConformance } from '@vitrine/core/conformance';");
});

test('docs/storage-adapters.md names every facet of a storage', () => {
  const source = readFileSync(join(ROOT, 'packages/core/src/storage/storage.ts'), 'utf8');
  const facets = [...source.matchAll(/^ {2}readonly (\w+): \w+Storage;$/gm)].map(([, name = '']) => name);
  expect(facets.length).toBeGreaterThan(15);
  const guide = readFileSync(join(ROOT, 'docs/storage-adapters.md'), 'utf8');
  expect(facets.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
