import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A package of others as pnpm has installed it in this repository. */
export interface InstalledPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * Returns packages of others with all that they need at run time, each once, before what it needs. Optional ones for other
 * systems are not installed.
 *
 * @param modules the folder `node_modules` that has the packages.
 * @throws Error if a package that is not optional is missing.
 */
export function installedPackages(modules: string, names: readonly string[]): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const add = (name: string, from: string) => {
    const folder = realpathSync(join(from, name));
    if (found.has(folder)) return;
    const manifest = readManifest(folder);
    found.set(folder, { name, folder, manifest });
    // pnpm links the dependencies of a package beside it.
    const beside = folder.slice(0, -name.length);
    const { dependencies, optionalDependencies = {} } = manifest;
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (!(each in optionalDependencies) || existsSync(join(beside, each))) add(each, beside);
    }
  };
  for (const name of names) add(name, modules);
  return [...found.values()];
}

/** Returns the manifest of a package in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Returns whether npm runs a script of a package when it installs it. */
export function runsAtInstallation({ scripts = {} }: Manifest): boolean {
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}
