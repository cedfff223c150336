import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { blocksIn } from '../../test/docs/code-blocks.ts';
import { picture } from '../../test/e2e/samples.ts';
import { checkInstallation, SIZES } from './installation.ts';
import type { InstalledRegistry } from './installed-registry.ts';
import { npmSettings } from './npm-settings.ts';
import { startByCommand } from './npx-server.ts';
import { checkCopies } from './packed-copies.ts';
import { runCommand } from './run-command.ts';

const README = 'README.md';

/**
 * Does in an empty folder what the README says, with a registry of the packed packages: its first command, its requests and
 * commands, and its program. Returns a line with what was measured.
 *
 * @param cache the folder of npm's cache. A second run with it installs nothing again.
 * @param node the Node that runs npm and the program.
 */
export async function runProgramReadme(
  folder: string,
  cache: string,
  registry: InstalledRegistry,
  node: string,
): Promise<string> {
  const [first = '', requests = '', pictures = '', files = '', install = ''] = blocksIn(README, 'sh', 5);
  const [program = ''] = blocksIn(README, 'ts', 1);
  const shop = newFolder(join(folder, 'shop'));
  const env = {
    ...process.env,
    ...npmSettings(cache, registry),
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    // The code that V8 has compiled is not part of an installation.
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const started = performance.now();
  // The port of the README may be in use.
  const server = await startByCommand(first, shop, { ...env, VITRINE_PORT: '0' });
  const seconds = (performance.now() - started) / 1_000;
  try {
    const shell = (text: string, more: Readonly<Record<string, string>> = {}) =>
      runCommand(text.replaceAll('http://127.0.0.1:8080', server.url), shop, {
        ...env,
        KEY: server.key,
        ...more,
      });
    expectText(readdirSync(shop).join(), 'data');
    const [create = '', rest = ''] = requests.split(/^STORE=\w+$/m);
    const { id: STORE } = JSON.parse(await shell(create));
    expectText(await shell(rest, { STORE }), '"items":[{"id":"A-1"');
    writeFileSync(join(shop, 'banner.png'), picture());
    expectText(await shell(pictures), `"productionUrl":"${server.url}/i/`);
    await shell(files);
    expectText(readFileSync(join(shop, 'copy.csv'), 'utf8'), 'Seattle');
    await checkCopies(server);
  } finally {
    await server.stop();
  }
  const [installed = ''] = readdirSync(join(cache, '_npx'));
  const size = checkInstallation(join(cache, '_npx', installed, 'node_modules'), SIZES.vitrine);
  const librarySize = await runProgram(newFolder(join(folder, 'library')), install, program, env);
  return `${seconds.toFixed(1)} s to the first key, vitrine ${size.toFixed(1)} MiB, core with SQLite ${librarySize.toFixed(1)} MiB`;
}

/** Installs the library and runs the program. Returns the size of the installation in MiB. */
async function runProgram(
  folder: string,
  install: string,
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await runCommand(install, folder, env);
  writeFileSync(
    join(folder, 'shop.ts'),
    `${program}\nconsole.log(JSON.stringify(items)); await vitrine.close();`,
  );
  expectText(await runCommand('node shop.ts', folder, env), '"sku":"A-1"');
  return checkInstallation(join(folder, 'node_modules'), SIZES.library);
}

function newFolder(path: string): string {
  if (existsSync(path)) throw new Error(`${path} is not empty.`);
  mkdirSync(path, { recursive: true });
  return path;
}

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`Expected ${part} in:\n${text}`);
}
