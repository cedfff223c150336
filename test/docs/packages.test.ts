import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ROOT } from './code-blocks.ts';

interface Manifest {
  readonly engines?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = (path: string): Manifest => JSON.parse(readFileSync(`${ROOT}/${path}package.json`, 'utf8'));

test(
  'Node 24 is pinned and runs the tests; every library says which versions it is for',
  verifies('run.node'),
  () => {
    expect(manifest('').devDependencies?.node).toMatch(/^~24\./);
    expect(process.versions.node).toMatch(/^24\./);
    const engines = readdirSync(`${ROOT}/packages`).map((name) => manifest(`packages/${name}/`).engines);
    expect(engines.length).toBeGreaterThan(5);
    for (const each of engines) expect(each).toEqual({ node: '^22.18 || ^24.11 || >=26' });
  },
);

test('the one command installs by itself, builds, and runs every test', verifies('run.test'), () => {
  expect(readFileSync(`${ROOT}/pnpm-workspace.yaml`, 'utf8')).toMatch(/^verifyDepsBeforeRun: install$/m);
  expect(manifest('').scripts?.test).toBe('tsup --silent && tsc -b tsconfig.build.json && vitest run');
});
