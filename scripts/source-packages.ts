import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Manifest, readManifest } from './installed-packages.ts';

/** A package of this repository. */
export interface SourcePackage {
  /** The name of its folder, as in `tsup.config.ts`. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: SourceManifest;
  /** Names of the packages of others that it needs at run time. */
  readonly foreign: readonly string[];
  /** The packages of this repository that it needs at run time. */
  readonly needs: readonly string[];
  /** Those that only its build needs. */
  readonly buildNeeds: readonly string[];
  /** Published files and folders that no build makes. */
  readonly data: readonly string[];
}

interface SourceManifest extends Manifest {
  readonly files?: readonly string[];
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Files beside the packages that decide about every build. */
const SHARED_INPUTS = [
  'tsup.config.ts',
  'scripts/installed-packages.ts',
  'scripts/joined-licences.ts',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
  // The console offers it as a sample.
  'examples/data/airports.csv',
];
const NO_INPUTS = new Set(['node_modules', 'dist']);

/** Returns the packages of a repository, each after those that it needs at run time. */
export function sourcePackages(root: string): readonly SourcePackage[] {
  const ordered = new Map<string, SourcePackage>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    const each = readPackage(root, name);
    each.needs.forEach(add);
    ordered.set(name, each);
  };
  readdirSync(join(root, 'packages')).forEach(add);
  return [...ordered.values()];
}

/** Returns a package and the packages of this repository that it needs at run time. */
export function packagesOf(root: string, name: string): readonly SourcePackage[] {
  return reach(root, name, ({ needs }) => needs);
}

/**
 * Returns for each package a hash of what it is built from: its files, except for tests, and those of all packages of this
 * repository that it depends on, because the build may join them.
 */
export function inputsOf(root: string, packages: readonly SourcePackage[]): ReadonlyMap<string, string> {
  const shared = hashOf(
    root,
    SHARED_INPUTS.map((file) => join(root, file)),
  );
  // Most packages depend on the same few, whose files are read once.
  const own = new Map<string, string>();
  return new Map(
    packages.map(({ name }) => {
      const hash = createHash('sha256').update(shared);
      const all = reach(root, name, ({ needs, buildNeeds }) => [...needs, ...buildNeeds]);
      for (const { name: each, folder } of all) {
        const known = own.get(each) ?? hashOf(root, inputFiles(folder));
        own.set(each, known);
        hash.update(known);
      }
      return [name, hash.digest('hex')];
    }),
  );
}

/** Links what a package needs at run time below its folder in a build. */
export function linkModules({ name, folder, foreign, needs }: SourcePackage, build: string): void {
  const modules = join(build, name, 'node_modules');
  const link = (module: string, target: string) => {
    const path = join(modules, module);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  for (const own of needs) {
    link(moduleName(own), relative(dirname(join(modules, moduleName(own))), join(build, own)));
  }
  for (const module of foreign) {
    const installed = join(folder, 'node_modules', module);
    // Optional packages may be missing.
    if (existsSync(installed)) link(module, realpathSync(installed));
  }
}

/** Returns a package and all that `next` leads to, each once, by name. */
function reach(
  root: string,
  name: string,
  next: (each: SourcePackage) => readonly string[],
): readonly SourcePackage[] {
  const found = new Map([[name, readPackage(root, name)]]);
  // Packages that are added meanwhile are visited too.
  for (const each of found.values()) {
    for (const other of next(each)) if (!found.has(other)) found.set(other, readPackage(root, other));
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readPackage(root: string, name: string): SourcePackage {
  const folder = join(root, 'packages', name);
  const manifest: SourceManifest = readManifest(folder);
  const { files, dependencies, optionalDependencies, devDependencies } = manifest;
  const runtime = { ...dependencies, ...optionalDependencies };
  return {
    name,
    folder,
    manifest,
    foreign: Object.keys(runtime).filter((each) => !isOwn(runtime, each)),
    needs: ownOf(runtime),
    buildNeeds: ownOf(devDependencies ?? {}),
    data: (files ?? []).filter((file) => file !== 'dist' && !file.startsWith('!')),
  };
}

/** Returns the folders of those dependencies that are packages of this repository. */
function ownOf(dependencies: Readonly<Record<string, string>>): string[] {
  return Object.keys(dependencies)
    .filter((name) => isOwn(dependencies, name))
    .map((name) => name.slice(name.indexOf('/') + 1));
}

function isOwn(dependencies: Readonly<Record<string, string>>, name: string): boolean {
  return dependencies[name]?.startsWith('workspace:') === true;
}

function moduleName(own: string): string {
  return own === 'vitrine' ? own : `@vitrine/${own}`;
}

function inputFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_INPUTS.has(entry.name) ? [] : inputFiles(path);
    return /\.(test|property)\.ts$/.test(entry.name) ? [] : [path];
  });
}

function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
