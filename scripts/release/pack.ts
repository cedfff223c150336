import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packSqlite, sqlitePackages } from './sqlite-packages.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The library that one of the packages for single systems replaces. */
const SQLITE = 'better-sqlite3';

/** A package of this repository. */
export interface SourcePackage {
  /** The folder below the root, such as `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Where the source of a package is, for its manifest. */
interface Origin {
  readonly repository: { readonly type: 'git'; readonly url: string; readonly directory: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

/** Returns the packages of a repository, each after those that it depends on. */
export function sourcePackages(root: string): SourcePackage[] {
  const unordered = readdirSync(join(root, 'packages')).map((name) => ({
    folder: `packages/${name}`,
    manifest: JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest,
  }));
  const ordered: SourcePackage[] = [];
  const add = (each: SourcePackage) => {
    if (ordered.includes(each)) return;
    for (const other of unordered) if (other.manifest.name in (each.manifest.dependencies ?? {})) add(other);
    ordered.push(each);
  };
  for (const each of unordered) add(each);
  return ordered;
}

/** @param address of the repository, as a browser opens it. */
function originOf(address: string, directory: string): Origin {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory },
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
    packages.map(({ folder, manifest }) => [manifest.name, { ...originOf(address, folder) }]),
  );
  const storage = packages.find(({ manifest }) => manifest.name === '@vitrine/storage-sqlite');
  if (storage === undefined) throw new Error('There is no package @vitrine/storage-sqlite.');
  const { version } = storage.manifest;
  const libraries = sqlitePackages(resolve(root, storage.folder), version).map((each) => ({
    ...each,
    manifest: { ...each.manifest, ...originOf(address, storage.folder) },
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
    execFileSync('pnpm', args, { cwd: join(root, folder), env, stdio: ['ignore', 'pipe', 'pipe'] });
    return tarballOf(target, manifest);
  });
  return [...libraries.map((each) => packSqlite(each, target)), ...packed];
}

/** Returns the path that npm and pnpm give to a packed package. */
function tarballOf(folder: string, { name, version }: Pick<Manifest, 'name' | 'version'>): string {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}
