import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blocksIn } from '../../test/docs/code-blocks.ts';
import { startProcess } from '../../test/faults/server-process.ts';
import { ACCOUNT_KEY } from '../../test/faults/versioned-records.ts';
import type { InstalledRegistry } from './installed-registry.ts';
import { npmSettings } from './npm-settings.ts';
import { runCommand } from './run-command.ts';

const README = 'packages/client/README.md';
const EXPECTED = 'Bolt 0.4\nAnvil 12.5\n';

/**
 * Does in an empty folder what the README of the client says: its commands with a registry of the packed packages and a
 * running server, and its program.
 *
 * @param compilers the paths of `tsc` that must accept the program with all types.
 */
export async function runClientReadme(
  root: string,
  folder: string,
  registry: InstalledRegistry,
  compilers: readonly string[],
): Promise<void> {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const server = await startProcess({
    VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'silent',
  });
  try {
    const asWritten = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', server.url).replaceAll('account-…', ACCOUNT_KEY);
    const env = {
      ...process.env,
      ...npmSettings(join(folder, 'npm-cache'), registry),
      VITRINE_KEY: ACCOUNT_KEY,
    };
    const run = (command: string) => runCommand(command, project, env);
    const [commands = ''] = blocksIn(README, 'sh', 1);
    const [program = ''] = blocksIn(README, 'ts', 1);
    const [install = '', types = ''] = asWritten(commands).trim().split('\n');
    await run(install);
    await addProducts(project, server.url);
    await run(types);
    writeFileSync(join(project, 'index.ts'), asWritten(program));
    const printed = await run(`'${process.execPath}' index.ts`);
    if (printed !== EXPECTED) throw new Error(`The program printed ${JSON.stringify(printed)}.`);

    // The program reads process.env.
    linkModule(root, project, '@types/node');
    const compilerOptions = {
      module: 'NodeNext',
      target: 'ES2023',
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
    for (const tsc of compilers) await run(`'${process.execPath}' '${tsc}' -p .`);
  } finally {
    await server.end('SIGTERM');
  }
}

async function addProducts(project: string, url: string): Promise<void> {
  const entry = pathToFileURL(join(project, 'node_modules/@vitrine/client/dist/index.js')).href;
  const { createClient, defineStore }: typeof import('../../packages/client/src/index.ts') = await import(
    entry
  );
  const products = await createClient({ url, key: ACCOUNT_KEY }).stores.ensure(
    defineStore({ name: 'products', properties: { name: 'string', price: 'number' } }),
  );
  await products.upsertMany([
    { name: 'Anvil', price: 12.5 },
    { name: 'Bolt', price: 0.4 },
  ]);
}

function linkModule(root: string, project: string, name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(join(root, 'node_modules', name)), link);
}
