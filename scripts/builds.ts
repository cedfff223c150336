import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'tsup';
import { buildsInto } from '../tsup.config.ts';
import { inputsOf, linkModules, packagesOf, type SourcePackage } from './source-packages.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUILDS = join(ROOT, 'node_modules/.cache/builds');
/** A file in each built package: the hash of what it was built from. */
const INPUTS = 'inputs';
/** A folder in each build: the ids of the processes that use it. */
const USERS = 'users';
/** Milliseconds for which a build without processes is kept. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Returns the folder with the packages of the server, built from the sources as they are now.
 *
 * A build is named by the hash of what it was built from and never changes, so that servers of one checkout do not
 * disturb each other: a thread or a module that a server loads later comes from its own build. Packages that another build
 * has are copied from there. When two processes make the same build, the first one to finish gives it. Removes builds that
 * no process uses and that were not opened for a day. This process uses its build until it ends.
 *
 * @throws Error if a package can't be built.
 */
export async function openBuild(): Promise<string> {
  const packages = packagesOf(ROOT, 'vitrine');
  const inputs = inputsOf(ROOT, packages);
  const id = createHash('sha256')
    .update(JSON.stringify([...inputs]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(BUILDS, id);
  if (!existsSync(folder)) await make(folder, packages, inputs);
  const now = new Date();
  writeFileSync(join(folder, USERS, String(process.pid)), '');
  utimesSync(folder, now, now);
  removeUnused(id);
  return join(folder, 'packages');
}

async function make(
  folder: string,
  packages: readonly SourcePackage[],
  inputs: ReadonlyMap<string, string>,
): Promise<void> {
  const making = `${folder}.${process.pid}`;
  const target = join(making, 'packages');
  try {
    const changed = new Set(inputs.keys().filter((name) => !copyBuilt(name, inputs.get(name), target)));
    const builds = buildsInto(target, (name) => changed.has(name));
    await Promise.all(builds.map((options) => build({ ...options, config: false, silent: true })));
    for (const each of packages) {
      const own = join(target, each.name);
      for (const file of ['package.json', ...each.data]) {
        cpSync(join(each.folder, file), join(own, file), { recursive: true });
      }
      linkModules(each, target);
      writeFileSync(join(own, INPUTS), inputs.get(each.name) ?? '');
    }
    mkdirSync(join(making, USERS));
    renameSync(making, folder);
  } catch (error) {
    // Another process has made the same build meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Copies what another build has made of the same inputs. Returns false if none has. */
function copyBuilt(name: string, inputs: string | undefined, target: string): boolean {
  for (const { path } of listBuilds()) {
    const built = join(path, 'packages', name);
    if (readIfThere(join(built, INPUTS)) !== inputs) continue;
    cpSync(join(built, 'dist'), join(target, name, 'dist'), {
      recursive: true,
      filter: (source) => !source.endsWith('/dist/compiled'),
    });
    return true;
  }
  return false;
}

function removeUnused(current: string): void {
  for (const { name, path } of listBuilds()) {
    if (name === current || statSync(path).mtimeMs > Date.now() - KEPT_MS) continue;
    if (readdirSync(join(path, USERS)).some((id) => isRunning(Number(id)))) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Lists the complete builds. */
function listBuilds(): { readonly name: string; readonly path: string }[] {
  if (!existsSync(BUILDS)) return [];
  return readdirSync(BUILDS)
    .filter((name) => !name.includes('.'))
    .map((name) => ({ name, path: join(BUILDS, name) }));
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
