// Packs every package as for publishing and checks the result: publint checks the manifest, attw checks how types and
// code resolve in each module system, and two compilers check all published types with `skipLibCheck: false`: the
// oldest supported TypeScript and the one of this project. The packed server must serve the packed console. At last the
// README of the client is followed in an empty project, with a registry of the packed packages.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createConsumer, modulesOf, unpackAll } from './consumer.ts';
import { startInstalledRegistry } from './installed-registry.ts';
import { checkConsole } from './packed-console.ts';
import { runReadme } from './packed-readme.ts';

// The packages are ES modules only. Node can load them with require(), but resolvers without support for `exports`
// (TypeScript's node10) can't find them.
const attwArgs = ['--profile', 'esm-only'];

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
let failed = false;

function check(label: string, work: () => void): void {
  try {
    work();
    console.log(`ok      ${label}`);
  } catch (error) {
    failed = true;
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(`FAILED  ${label}\n${stdout}${stderr}`);
  }
}

function run(label: string, command: string, args: string[], cwd = root): void {
  check(label, () =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }),
  );
}

for (const name of readdirSync(join(root, 'packages'))) {
  run(`pack ${name}`, 'pnpm', ['pack', '--pack-destination', folder], join(root, 'packages', name));
}
for (const tarball of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  run(`publint ${tarball}`, 'publint', ['--strict', join(folder, tarball)]);
  run(`attw ${tarball}`, 'attw', [join(folder, tarball), ...attwArgs]);
}

const unpacked = unpackAll(folder, join(folder, 'unpacked'));
const consumer = createConsumer(root, unpacked, join(folder, 'consumer'));
const compilers = ['typescript59', 'typescript'].map((name) => join(root, 'node_modules', name, 'bin/tsc'));
for (const tsc of compilers) run(`types with ${tsc}`, process.execPath, [tsc, '-p', consumer]);

check('the console of the packed server', () => checkConsole(consumer));

const registry = await startInstalledRegistry(unpacked, (name) => modulesOf(root, name));
try {
  await runReadme(root, join(folder, 'readme'), registry, compilers);
  console.log('ok      the README of the client, from nothing to typed records');
} catch (error) {
  failed = true;
  const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
  console.log(`FAILED  the README of the client\n${message}\n${stdout}${stderr}`);
} finally {
  registry.stop();
}

rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
