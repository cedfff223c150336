import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Measures that keep a process that reads untrusted input away from the rest of the machine.
 *
 * - `permissions`: Node's permission model. JavaScript reads nothing but the code of the process, writes no file, starts no
 *   process and no thread; from Node 25 on it has no network either. Native code is not held by it.
 * - `limits`: rlimits on memory, open files, the size of written files (0) and core dumps (none).
 * - `privileges`: `no_new_privs`, so that no setuid program raises it.
 * - `user`: the user and group 65534, no other groups, no capabilities. Where Vitrine runs as root.
 * - `network`: a network namespace of its own with no interface. As root, or where users may make namespaces.
 */
export const MEASURES = ['permissions', 'limits', 'privileges', 'user', 'network'] as const;
export type Measure = (typeof MEASURES)[number];

/** A program and the arguments that come before the file to run. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** `nobody` on most systems; it needs no entry there. */
const NOBODY = 65_534;
/** Kilobytes of writable memory: several times what the largest picture that is taken needs. */
const DATA_MAX = 1_048_576;
/** Node holds some twenty, libvips opens none. */
const OPEN_FILES_MAX = 128;
const LIMITS = `ulimit -c 0 && ulimit -f 0 && ulimit -n ${OPEN_FILES_MAX} && ulimit -d ${DATA_MAX} && exec "$@"`;

/** The programs that take measures, in the order in which they start each other. Null: not on this system. */
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

/** Namespaces are made while the process is still root; limits hold for what the other programs start. */
const WRAPPING = ['limits', 'network', 'user', 'privileges'] as const;

/** Node under these measures, up to the file that it runs. */
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

/** By its whole path: the limits are taken by a shell, and the environment of the process is not ours. */
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

/** sharp is an addon. Threads, processes, writing, and (from Node 25) the network are not allowed by saying nothing. */
function permissionFlags(): string[] {
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...codePaths().map((path) => `--allow-fs-read=${path}`),
  ];
}

/** Where the code of the process and of its packages is. No data, no settings: never a project's own folder. */
function codePaths(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  // From source this file is one folder below the package's `src`; built, it is in `dist`.
  const code = import.meta.url.endsWith('.ts') ? dirname(here) : here;
  const folders = new Set([code]);
  for (let folder = dirname(code); folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) folders.add(realpathSync(packages));
  }
  for (const name of ['sharp', 'fontkit']) {
    const store = storeOf(name, folders);
    if (store !== null) folders.add(store);
  }
  // Node reads from a package's description whether its files are modules.
  return [join(dirname(code), 'package.json'), ...[...folders].map((folder) => join(folder, '*'))];
}

/** The outermost folder of packages that a package is in, after all links: it holds the ones that it needs in turn. */
function storeOf(name: string, folders: ReadonlySet<string>): string | null {
  const link = [...folders].map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (link === undefined) return null;
  const path = realpathSync(link);
  const at = path.indexOf(`${sep}node_modules${sep}`);
  return at < 0 ? null : join(path.slice(0, at), 'node_modules');
}
