import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of others whose code the build joins with that of a package of this repository. */
export interface JoinedPackage {
  readonly name: string;
  readonly folder: string;
}

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns packages with all that they depend on. @param modules the folder `node_modules` that has the packages. */
export function joinedPackages(modules: string, names: readonly string[]): JoinedPackage[] {
  const found = new Map<string, JoinedPackage>();
  const add = (name: string, from: string) => {
    const folder = realpathSync(join(from, name));
    if (found.has(name)) return;
    found.set(name, { name, folder });
    // pnpm links the dependencies of a package beside it.
    for (const each of Object.keys(manifestOf(folder).dependencies ?? {})) {
      add(each, folder.slice(0, -name.length));
    }
  };
  for (const name of names) add(name, modules);
  return [...found.values()];
}

/** Writes the licences of joined packages, which must go with copies of their code. */
export function writeLicences(packages: readonly JoinedPackage[], file: string): void {
  const texts = packages.map(({ name, folder }) => {
    const { version, license } = manifestOf(folder);
    const own = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = own === undefined ? '' : `\n\n${readFileSync(join(folder, own), 'utf8').trim()}`;
    return `${name} ${version} (${license})${text}\n`;
  });
  if (texts.length > 0) writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}

function manifestOf(folder: string): Manifest {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) throw new Error(`${folder} is not a package.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}
