/**
 * `pnpm lint:imports`: checks the rules of imports.config.ts, and that the folders of a package form no circle. With
 * `--draw` it prints the folders of the packages instead, each with its files, its lines, and the folders that it imports.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import config from '../imports.config.ts';

interface Folder {
  files: number;
  lines: number;
  /** The folders of the same package that it imports, with an import of each: `from.ts > to.ts`. */
  readonly imports: Map<string, string>;
}

const SOURCE = /^packages\/[^/]+\/src\//;
const TESTS = /\.test\.tsx?$/;

/** Returns the folders of all packages by their path. */
function foldersOf({ modules }: ICruiseResult): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const { source, dependencies } of modules) {
    if (!SOURCE.test(source) || TESTS.test(source)) continue;
    const path = posix.dirname(source);
    const folder = folders.get(path) ?? { files: 0, lines: 0, imports: new Map() };
    folders.set(path, folder);
    folder.files += 1;
    folder.lines += readFileSync(source, 'utf8').split('\n').length;
    for (const { resolved } of dependencies) {
      const target = posix.dirname(resolved);
      if (target !== path && packageOf(target) === packageOf(path) && SOURCE.test(resolved))
        folder.imports.set(target, `${posix.basename(source)} > ${posix.basename(resolved)}`);
    }
  }
  return folders;
}

function packageOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}

/** The root of a package puts its folders together and holds what all of them share, so no circle goes through it. */
function isRoot(path: string): boolean {
  return path === packageOf(path);
}

/** Returns a circle of folders, each of which imports the next one. Null if there is none. */
function findCircle(folders: ReadonlyMap<string, Folder>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];

  function visit(folder: string): string[] | null {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder) || isRoot(folder)) return null;
    path.push(folder);
    for (const next of folders.get(folder)?.imports.keys() ?? []) {
      const circle = visit(next);
      if (circle !== null) return circle;
    }
    path.pop();
    done.add(folder);
    return null;
  }

  for (const folder of folders.keys()) {
    const circle = visit(folder);
    if (circle !== null) return circle;
  }
  return null;
}

function draw(folders: ReadonlyMap<string, Folder>): void {
  for (const [path, { files, lines, imports }] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const names = [...imports.keys()].map((target) => posix.relative(packageOf(path), target) || '(root)');
    console.log(`${path}: ${files} files, ${lines} lines -> ${names.sort().join(', ') || 'none'}`);
  }
}

const { options, forbidden } = config;
const { output } = await cruise(['packages'], { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === 'string') throw new Error(output);
const folders = foldersOf(output);

if (process.argv.includes('--draw')) {
  draw(folders);
} else {
  const report = await format(output, { outputType: 'err' });
  console.log(report.output);
  const circle = findCircle(folders);
  if (circle !== null) {
    console.error('Folders import each other in a circle:');
    for (const [i, to] of circle.slice(1).entries()) {
      const from = circle[i] ?? '';
      console.error(`  ${from} -> ${to} (${folders.get(from)?.imports.get(to)})`);
    }
  }
  process.exitCode = report.exitCode === 0 && circle === null ? 0 : 1;
}
