import { createRequire } from 'node:module';
import type Library from 'better-sqlite3';
import { SqliteFileError } from './errors.ts';

export type Database = Library.Database;

let library: typeof Library | null = null;

/**
 * Opens a database with better-sqlite3. Loads the library with the first database: from the package for this system, which
 * holds only the binary for it, or else from better-sqlite3 itself, which holds those of all systems and is also built
 * from source for others.
 *
 * @param database its path, `:memory:`, or the content of a file.
 * @throws SqliteFileError `engine` if neither package is installed.
 */
export function openDatabase(database: string | Buffer, options?: Library.Options): Database {
  library ??= loadLibrary();
  return new library(database, options);
}

/**
 * Returns the packages that may hold the library, in the order in which they are tried. On Linux there are two for each
 * processor, one for each C library. A package manager that doesn't know the difference installs both, and the wrong one
 * doesn't load.
 */
export function libraryPackages(platform: string, arch: string): string[] {
  const systems = platform === 'linux' ? ['linux', 'linuxmusl'] : [platform];
  return [...systems.map((system) => `@vitrine/sqlite-${system}-${arch}`), 'better-sqlite3'];
}

function loadLibrary(): typeof Library {
  // A program that a bundler has joined into one CommonJS file has no URL of this module.
  const load = createRequire((import.meta.url as string | undefined) ?? process.argv[1] ?? process.cwd());
  const faults: unknown[] = [];
  for (const name of libraryPackages(process.platform, process.arch)) {
    try {
      return load(name);
    } catch (error) {
      faults.push(error);
    }
  }
  const { platform, arch } = process;
  throw new SqliteFileError(
    'engine',
    `SQLite for ${platform}-${arch} is not installed: install @vitrine/storage-sqlite with its optional dependencies, or better-sqlite3.`,
    { cause: new AggregateError(faults) },
  );
}
