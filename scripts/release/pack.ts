import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SourcePackage, sourcePackages } from '../source-packages.ts';
import { packSqlite, sqlitePackages } from './sqlite-packages.ts';

/** The library that one of the packages for single systems replaces. */
const SQLITE = 'better-sqlite3';

/** Where the source of a package is, for its manifest. */
interface Origin {
  readonly repository: { readonly type: 'git'; readonly url: string; readonly directory: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

/** @param address of the repository, as a browser opens it. */
function originOf(address: string, name: string): Origin {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${name}` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/**
 * Packs the built packages, and those with the library of SQLite for each system. Returns their files in the order in
 * which they can be published.
 */
export function packAll(root: string, target: string, address: string): string[] {
  mkdirSync(target, { recursive: true });
  const packages = sourcePackages(root);
  const members = Object.fromEntries(
    packages.map(({ name, manifest }) => [manifest.name, { ...originOf(address, name) }]),
  );
  const storage = packages.find(({ name }) => name === 'storage-sqlite');
  if (storage === undefined) throw new Error('There is no package @vitrine/storage-sqlite.');
  const { version } = storage.manifest;
  const libraries = sqlitePackages(storage.folder, version).map((each) => ({
    ...each,
    manifest: { ...each.manifest, ...originOf(address, storage.name) },
  }));
  // In this repository it has the whole library, with the binaries of all systems.
  Object.assign(members[storage.manifest.name] ?? {}, {
    withoutDependencies: [SQLITE],
    optionalDependencies: Object.fromEntries(libraries.map(({ manifest }) => [manifest.name, version])),
    peerDependencies: { [SQLITE]: storage.manifest.dependencies?.[SQLITE] },
    peerDependenciesMeta: { [SQLITE]: { optional: true } },
  });
  const env = {
    ...process.env,
    PACKED_MEMBERS: JSON.stringify(members),
    pnpm_config_pnpmfile: join(root, 'scripts/release/pack-hooks.mjs'),
  };
  const packed = packages.map(({ folder, manifest }) => {
    const args = ['pack', '--pack-destination', target];
    execFileSync('pnpm', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return tarballOf(target, manifest);
  });
  return [...libraries.map((each) => packSqlite(each, target)), ...packed];
}

/** Returns the path that npm and pnpm give to a packed package. */
function tarballOf(folder: string, { name, version }: SourcePackage['manifest']): string {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}
