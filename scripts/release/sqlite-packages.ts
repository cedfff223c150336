import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packFolder } from './pack-folder.ts';

/** A package with better-sqlite3 for one system. The packages are made when they are packed, and are nowhere in the sources. */
export interface SqlitePackage {
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly os: readonly string[];
    readonly cpu: readonly string[];
    readonly libc?: readonly string[];
    readonly main: string;
  };
  /** The folder of better-sqlite3. */
  readonly source: string;
}

/** Files of better-sqlite3 that find the binary among those of all systems. */
const LOADERS = /^lib\/(?:index|binding|(?:darwin|linux|linuxmusl|win32)-\w+)\.js$/;

/** Returns a package for each binary that the installed better-sqlite3 contains. @param storage the folder of storage-sqlite. */
export function sqlitePackages(storage: string, version: string): SqlitePackage[] {
  const source = join(storage, 'node_modules/better-sqlite3');
  const library = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return readdirSync(join(source, 'prebuilds')).map((file) => {
    const system = file.replace('.node', '');
    const [platform = '', arch = ''] = system.split('-');
    const os = platform.replace('musl', '');
    return {
      source,
      manifest: {
        name: `@vitrine/sqlite-${system}`,
        version,
        description: `better-sqlite3 ${library.version} for ${system}, for @vitrine/storage-sqlite`,
        keywords: ['vitrine', 'sqlite'],
        license: 'MIT',
        engines: library.engines,
        os: [os],
        cpu: [arch],
        ...(os === 'linux' ? { libc: [platform === 'linux' ? 'glibc' : 'musl'] } : {}),
        main: `lib/${system}.js`,
        publishConfig: { access: 'public', provenance: true },
      },
    };
  });
}

/** Packs a package. Returns the path of the file. */
export function packSqlite({ manifest, source }: SqlitePackage, target: string): string {
  const folder = join(target, 'sqlite');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const binary = `prebuilds/${manifest.main.replace('lib/', '').replace('.js', '.node')}`;
  for (const path of ['LICENSE', binary, 'lib']) {
    cpSync(join(source, path), join(folder, path), {
      recursive: true,
      filter: (from) => {
        const name = from.slice(source.length + 1);
        return name === manifest.main || !LOADERS.test(name);
      },
    });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readmeOf(manifest.name));
  const file = packFolder(folder, target);
  rmSync(folder, { recursive: true });
  return file;
}

function readmeOf(name: string): string {
  return `# ${name}

better-sqlite3 with the binary for one system, unchanged. \`@vitrine/storage-sqlite\` installs it; nobody needs it alone.
better-sqlite3 itself, with its source and the binaries for all systems, is at https://github.com/WiseLibs/better-sqlite3
(MIT licence). SQLite is in the public domain.
`;
}
