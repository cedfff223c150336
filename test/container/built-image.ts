import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../docs/code-blocks.ts';
import { stagesOf } from './dockerfile.ts';

/**
 * Runs the steps of the Dockerfile without an engine, in a folder. The stage that builds has the programs of this system
 * and `/srv` of its own. Needs root and namespaces of mounts.
 *
 * @returns the root of the last stage, with all files of the image except for those of its base.
 */
export function buildImage(folder: string): string {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const [build = [], last = []] = stagesOf(dockerfile);
  const srv = join(folder, 'srv');
  let working = '/';
  for (const { name, text } of build) {
    if (name === 'WORKDIR') {
      working = text;
      mkdirSync(join(folder, working), { recursive: true });
    } else if (name === 'COPY') copyContext(join(folder, working), text);
    else if (name === 'RUN') runStep(srv, working, text);
    else if (name !== 'FROM') throw new Error(`Unknown here: ${name} ${text}`);
  }

  const root = join(folder, 'root');
  mkdirSync(root);
  for (const { text } of last.filter(({ name }) => name === 'COPY')) {
    const [, owner, from = '', to = ''] = /^--from=build(?: --chown=(\S+))? (\S+) (\S+)$/.exec(text) ?? [];
    if (from === '') throw new Error(`Unknown here: COPY ${text}`);
    const target = join(root, to);
    cpSync(join(folder, from), target, { recursive: true, verbatimSymlinks: true });
    if (owner !== undefined) execFileSync('chown', ['-R', owner, target]);
  }
  return root;
}

/** Copies this repository as an engine does: what Git knows and `.dockerignore` does not exclude. */
function copyContext(target: string, text: string): void {
  if (text !== '. .') throw new Error(`Unknown here: COPY ${text}`);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const isIgnored = ignoredBy(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));
  for (const file of listed.split('\0')) {
    // A file that Git knows may be deleted already.
    if (file === '' || isIgnored(file) || !existsSync(join(ROOT, file))) continue;
    cpSync(join(ROOT, file), join(target, file));
  }
}

/** The last rule that matches a file, or a folder that it is in, decides. */
function ignoredBy(rules: string): (file: string) => boolean {
  const parsed = rules
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (file) => {
    const last = parsed.findLast(({ pattern }) => pattern.test(file));
    return last !== undefined && !last.isKept;
  };
}

function patternOf(rule: string): RegExp {
  const text = rule
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\0')
    .replace(/\*/g, '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${text}(?:/|$)`);
}

function runStep(srv: string, working: string, command: string): void {
  // In the image `node` is the only one. Here it is the one that runs the tests.
  const path = [dirname(realpathSync(process.execPath)), process.env.PATH].join(delimiter);
  const script = 'mount --bind "$0" /srv && cd "$1" && exec sh -e -c "$2"';
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...env } = process.env;
  execFileSync('unshare', ['--mount', 'sh', '-c', script, srv, working, command], {
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Adds what the base has, as far as anything here uses it, with the libraries of this system. */
export function addBase(root: string): void {
  for (const path of ['etc', 'proc', 'dev', 'tmp']) mkdirSync(join(root, path), { recursive: true });
  // No user 10001.
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/sbin/nologin\n');
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const programs = ['usr/bin/node', ...files.filter((file) => /\.so[.\d]*$|\.node$/.test(file))];
  for (const program of programs) {
    const listed = execFileSync('ldd', [join(root, program)], { encoding: 'utf8' });
    for (const [, path = ''] of listed.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)) {
      if (path.startsWith(root)) continue;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      copyFileSync(path, join(root, path));
    }
  }
}
