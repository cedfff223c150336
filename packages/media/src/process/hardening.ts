import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Measures that isolate a process that reads untrusted input from the rest of the machine.
 *
 * - `permissions`: the permission model of Node. JavaScript can read only the code of the process. It can't write files
 *   or start processes or threads, and from Node 25 on it can't use the network. Native code is not restricted.
 * - `limits`: rlimits on memory, open files, the size of written files (0) and core dumps (none).
 * - `privileges`: `no_new_privs`, so that no setuid program raises its privileges.
 * - `user`: user and group 65534, no other groups, no capabilities. Only where Vitrine runs as root.
 * - `network`: a separate network namespace without an interface. Only as root, or where users may create namespaces.
 */
export const MEASURES = ['permissions', 'limits', 'privileges', 'user', 'network'] as const;
export type Measure = (typeof MEASURES)[number];

/** A program and its arguments before the file to run. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** `nobody` on most systems. The id needs no entry in the user database. */
const NOBODY = 65_534;
/** Kilobytes of writable memory: several times the need of the largest accepted picture. */
const DATA_MAX = 1_048_576;
/** Node has some twenty open files, and libvips opens none. */
const OPEN_FILES_MAX = 128;
const LIMITS = `ulimit -c 0 && ulimit -f 0 && ulimit -n ${OPEN_FILES_MAX} && ulimit -d ${DATA_MAX} && exec "$@"`;

/** Returns the program that takes a measure, or null if it needs none or this system lacks it. */
export function wrapperOf(measure: Measure): Command | null {
  const isRoot = process.getuid?.() === 0;
  switch (measure) {
    case 'limits':
      return command('sh', ['-c', LIMITS, 'sh']);
    case 'network':
      return command('unshare', isRoot ? ['--net', '--'] : ['--user', '--net', '--']);
    case 'user': {
      const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
      return isRoot ? command('setpriv', [...ids, '--inh-caps=-all', '--bounding-set=-all', '--']) : null;
    }
    case 'privileges':
      return command('setpriv', ['--no-new-privs', '--']);
    case 'permissions':
      return null;
  }
}

/** The order in which the programs start each other: namespaces are created while the process is still root. */
const WRAPPING = ['limits', 'network', 'user', 'privileges'] as const;

/** Returns the command that runs Node under the measures, without the file to run. */
export function hardened(measures: ReadonlySet<Measure>): Command {
  const wrappers = WRAPPING.filter((measure) => measures.has(measure)).map(wrapperOf);
  const words = wrappers.flatMap((wrapper) => (wrapper === null ? [] : [wrapper.program, ...wrapper.args]));
  const permissions = measures.has('permissions') ? permissionFlags() : [];
  const [program = process.execPath, ...args] = [...words, process.execPath, ...permissions];
  return { program, args };
}

function command(name: string, args: readonly string[]): Command | null {
  const program = findProgram(name);
  return program === null ? null : { program, args };
}

/** Returns the absolute path of a program, because the environment of the process has another PATH. */
function findProgram(name: string): string | null {
  if (process.platform === 'win32') return null;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && isExecutable(path)) return path;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Allows addons for sharp, and reading code. By default all else is denied: threads, processes, writing, the network.
 */
function permissionFlags(): string[] {
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...codePaths().map((path) => `--allow-fs-read=${path}`),
  ];
}

/**
 * Returns the paths of the code of the process and its packages. Never the folder of a project with data and settings.
 */
function codePaths(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the source this file is one folder below `src`; in the build it is in `dist`.
  const code = import.meta.url.endsWith('.ts') ? dirname(here) : here;
  const folders = new Set([code]);
  for (let folder = dirname(code); folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) folders.add(realpathSync(packages));
  }
  for (const name of ['sharp', 'fontkit', 'harfbuzzjs']) {
    const store = storeOf(name, folders);
    if (store !== null) folders.add(store);
  }
  // Node reads package.json to learn whether the files of the package are modules.
  return [join(dirname(code), 'package.json'), ...[...folders].map((folder) => join(folder, '*'))];
}

/**
 * Returns the outermost `node_modules` folder of a package after resolving links. It also contains its dependencies.
 */
function storeOf(name: string, folders: ReadonlySet<string>): string | null {
  const link = [...folders].map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (link === undefined) return null;
  const path = realpathSync(link);
  const at = path.indexOf(`${sep}node_modules${sep}`);
  return at < 0 ? null : join(path.slice(0, at), 'node_modules');
}
