import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcePackages } from '../source-packages.ts';
import { packFolder } from './pack-folder.ts';
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
  const members: Record<string, Members> = Object.fromEntries(
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
  const packed = packages.map(({ folder, manifest }) =>
    packMember(folder, target, members[manifest.name] ?? {}),
  );
  return [...libraries.map((each) => packSqlite(each, target)), ...packed];
}

/** What the manifest of a published package has in addition, and the dependencies that only the sources have. */
interface Members extends Partial<Origin> {
  readonly withoutDependencies?: readonly string[];
  readonly [name: string]: unknown;
}

/**
 * Packs a package of this repository: pnpm writes the versions of its dependencies, then the manifest is completed and the
 * result is packed again. A hook of pnpm could do it in one step, but pnpm gives each hook 30 s, which a busy machine exceeds.
 */
function packMember(folder: string, target: string, members: Members): string {
  const work = join(target, 'member');
  mkdirSync(work);
  const args = ['pack', '--pack-destination', work];
  execFileSync('pnpm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const name of readdirSync(work)) execFileSync('tar', ['-xzf', name], { cwd: work });
  const unpacked = join(work, 'package');
  const path = join(unpacked, 'package.json');
  const { withoutDependencies = [], ...more } = members;
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  for (const name of withoutDependencies) delete manifest.dependencies[name];
  writeFileSync(path, `${JSON.stringify({ ...manifest, ...more }, null, 2)}\n`);
  const file = packFolder(unpacked, target);
  rmSync(work, { recursive: true });
  return file;
}
