import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages that every user needs in addition. */
const OWN_DEPENDENCIES = ['@types/node'];

/** Unpacks all tarballs of a folder. Returns the folders of the packages by their tarballs. */
export function unpackAll(tarballs: string, folder: string): Record<string, string> {
  const names = readdirSync(tarballs).filter((name) => name.endsWith('.tgz'));
  return Object.fromEntries(
    names.map((name) => {
      const unpacked = join(folder, name);
      mkdirSync(unpacked, { recursive: true });
      execFileSync('tar', ['-xzf', join(tarballs, name), '-C', unpacked]);
      return [join(tarballs, name), join(unpacked, 'package')];
    }),
  );
}

/**
 * Creates a project that uses the packed packages like an external user: with the unpacked tarballs, only the
 * dependencies in their manifests, and a program that imports every entry point. Returns the folder of the project.
 */
export function createConsumer(
  root: string,
  unpacked: Readonly<Record<string, string>>,
  folder: string,
): string {
  const modules = join(folder, 'node_modules');
  const imports: string[] = [];
  for (const content of Object.values(unpacked)) {
    const manifest: Manifest = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'));
    link(content, join(modules, manifest.name));
    // Each package gets only its own dependencies, in the version that its manifest allows.
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const isOwn = name.startsWith('@vitrine/');
      const installed = join(isOwn ? modules : modulesOf(root, manifest.name), name);
      // Optional ones of other systems are missing.
      if (!isOwn && !existsSync(installed)) continue;
      link(isOwn ? installed : realpathSync(installed), join(content, 'node_modules', name));
    }
    for (const entry of Object.keys(manifest.exports ?? {})) imports.push(join(manifest.name, entry));
  }
  for (const name of OWN_DEPENDENCIES)
    link(realpathSync(join(root, 'node_modules', name)), join(modules, name));

  const lines = imports.sort().map((name, index) => `export * as entry${index} from '${name}';`);
  writeFileSync(join(folder, 'index.ts'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
  return folder;
}

/** Returns the folder with the dependencies of a package of this repository. */
export function modulesOf(root: string, name: string): string {
  return join(root, 'packages', name.replace('@vitrine/', ''), 'node_modules');
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}
