// Packs every package as for publishing and checks the result: publint checks the manifest, attw checks how types and
// code resolve in each module system, and two compilers check all published types with `skipLibCheck: false`: the
// oldest supported TypeScript and the one of this project. The packed server must serve the packed console. At last the
// READMEs of the client and of the program are followed in empty folders, with a registry of the packed packages: the
// latter on this Node and on the one that `.ci/install-runtimes` adds, with limits for the size of what npm installs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runClientReadme } from './packed/client-readme.ts';
import { checkConsole } from './packed/console.ts';
import { createConsumer, modulesOf, unpackAll } from './packed/consumer.ts';
import { startInstalledRegistry } from './packed/installed-registry.ts';
import { runProgramReadme } from './packed/program-readme.ts';
import { packAll } from './release/pack.ts';

/** An address like that of the repository, which only a release knows. */
const ADDRESS = 'https://git.example/vitrine/vitrine';
/** Where `.ci/install-runtimes` puts another Node. */
const OTHER_NODE = join(homedir(), '.cache/vitrine-runtimes/node_modules/.bin/node');
// The packages are ES modules only. Node can load them with require(), but resolvers without support for `exports`
// (TypeScript's node10) can't find them.
const attwArgs = ['--profile', 'esm-only'];

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
let failed = false;

/** Runs a check and prints its result, with the text that it returns. */
async function check(label: string, work: () => unknown): Promise<void> {
  try {
    const note = await work();
    console.log(`ok      ${label}${typeof note === 'string' && note !== '' ? `: ${note}` : ''}`);
  } catch (error) {
    failed = true;
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    console.log(`FAILED  ${label}\n${message}\n${stdout}${stderr}`);
  }
}

function run(label: string, command: string, args: string[]): Promise<void> {
  return check(label, () => {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  });
}

const tarballs = packAll(root, folder, ADDRESS);
const unpacked = unpackAll(folder, join(folder, 'unpacked'));
for (const tarball of tarballs) {
  await run(`publint ${tarball}`, 'publint', ['--strict', tarball]);
  await check(`manifest of ${tarball}`, () => checkManifest(unpacked[tarball] ?? ''));
  // Those with the library of SQLite for a system are loaded without types.
  if (!tarball.includes('/vitrine-sqlite-')) await run(`attw ${tarball}`, 'attw', [tarball, ...attwArgs]);
}

const consumer = createConsumer(root, unpacked, join(folder, 'consumer'));
const compilers = ['typescript59', 'typescript'].map((name) => join(root, 'node_modules', name, 'bin/tsc'));
for (const tsc of compilers) await run(`types with ${tsc}`, process.execPath, [tsc, '-p', consumer]);

await check('the console of the packed server', () => checkConsole(consumer));

const registry = await startInstalledRegistry(unpacked, (name) => modulesOf(root, name));
await check('the README of the client, from nothing to typed records', () =>
  runClientReadme(root, join(folder, 'client'), registry, compilers),
);
for (const node of [process.execPath, OTHER_NODE]) {
  if (!existsSync(node)) {
    console.log('skipped the README on another Node: run .ci/install-runtimes');
    continue;
  }
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  await check(`the README, from nothing to a server and a program, on Node ${version}`, () =>
    runProgramReadme(join(folder, version), join(folder, 'npm-cache'), registry, node),
  );
}
registry.stop();

rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;

/** @throws Error if the page of a package at the registry would lack something. @param content the unpacked package. */
function checkManifest(content: string): void {
  const manifest = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'));
  const lacking = [
    ...['description', 'keywords', 'license', 'repository', 'homepage', 'bugs', 'engines'].filter(
      (name) => !(name in manifest),
    ),
    ...['README.md', 'LICENSE'].filter((name) => !existsSync(join(content, name))),
    ...(manifest.publishConfig?.provenance === true ? [] : ['publishConfig.provenance']),
  ];
  if (lacking.length > 0) throw new Error(`It lacks ${lacking.join(', ')}.`);
}
