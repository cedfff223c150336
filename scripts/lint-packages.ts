// Packs every package as for publishing and checks the result: publint checks the manifest, attw checks how types and
// code resolve in each module system, and two compilers check all published types with `skipLibCheck: false`: the
// oldest supported TypeScript and the one of this project.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createConsumer } from './consumer.ts';

// The packages are ES modules only. Node can load them with require(), but resolvers without support for `exports`
// (TypeScript's node10) can't find them.
const attwArgs = ['--profile', 'esm-only'];

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
let failed = false;

function run(label: string, command: string, args: string[], cwd = root): void {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
    console.log(`ok      ${label}`);
  } catch (error) {
    failed = true;
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(`FAILED  ${label}\n${stdout}${stderr}`);
  }
}

for (const name of readdirSync(join(root, 'packages'))) {
  run(`pack ${name}`, 'pnpm', ['pack', '--pack-destination', folder], join(root, 'packages', name));
}
for (const tarball of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  run(`publint ${tarball}`, 'publint', ['--strict', join(folder, tarball)]);
  run(`attw ${tarball}`, 'attw', [join(folder, tarball), ...attwArgs]);
}

const consumer = createConsumer(root, folder, join(folder, 'consumer'));
for (const compiler of ['typescript59', 'typescript']) {
  const tsc = join(root, 'node_modules', compiler, 'bin', 'tsc');
  run(`types with ${compiler}`, process.execPath, [tsc, '-p', consumer]);
}

rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
