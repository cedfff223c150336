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

/** The client uses nothing that depends on the version of Node. */
const isForBrowsers = (name: string): boolean => name === 'client';

test(
  'pins Node 24 for the tests, and every library declares its supported versions',
  verifies('run.node'),
  () => {
    expect(manifest('').devDependencies?.node).toMatch(/^~24\./);
    expect(process.versions.node).toMatch(/^24\./);
    const libraries = readdirSync(`${ROOT}/packages`).filter((name) => !isForBrowsers(name));
    const engines = libraries.map((name) => manifest(`packages/${name}/`).engines);
    expect(engines.length).toBeGreaterThan(5);
    for (const each of engines) expect(each).toEqual({ node: '^22.18 || ^24.11 || >=26' });
  },
);

test('installs, builds and runs every test with one command', verifies('run.test'), () => {
  expect(readFileSync(`${ROOT}/pnpm-workspace.yaml`, 'utf8')).toMatch(/^verifyDepsBeforeRun: install$/m);
  expect(manifest('').scripts?.test).toBe('tsup --silent && tsc -b tsconfig.build.json && vitest run');
});
