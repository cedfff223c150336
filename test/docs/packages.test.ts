import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedPackages, runsAtInstallation } from '../../scripts/installed-packages.ts';
import { packagesOf } from '../../scripts/source-packages.ts';
import { verifies } from '../requirements.ts';
import { ROOT } from './code-blocks.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly keywords?: readonly string[];
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
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

test(
  'all packages have one version, a README, keywords and provenance',
  verifies('packages.manifests'),
  () => {
    for (const folder of readdirSync(`${ROOT}/packages`)) {
      const { version, keywords = [], publishConfig } = manifest(`packages/${folder}/`);
      expect(version, folder).toBe(manifest('').version);
      expect(keywords.length, folder).toBeGreaterThan(1);
      expect(publishConfig, folder).toMatchObject({ access: 'public', provenance: true });
      expect(existsSync(`${ROOT}/packages/${folder}/README.md`), folder).toBe(true);
    }
  },
);

test('no package that the server installs runs a script', verifies('packages.scripts'), () => {
  const own = packagesOf(ROOT, 'vitrine');
  const installed = own.flatMap(({ folder, foreign }) =>
    installedPackages(join(folder, 'node_modules'), foreign),
  );
  const found = new Map([...own, ...installed].map(({ folder, manifest }) => [folder, manifest]));
  expect(found.size).toBeGreaterThan(50);
  expect([...found].filter(([, read]) => runsAtInstallation(read))).toEqual([]);
});
