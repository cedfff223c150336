import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { typesOfStores } from '@vitrine/client/types';
import { expect, test } from 'vitest';
import { startTestServer } from '../client/servers.ts';
import { blocksIn, ROOT } from './code-blocks.ts';

test('the code of docs/client.md compiles and runs', { timeout: 120_000 }, async () => {
  const server = await startTestServer('memory');
  const folder = mkdtempSync(join(ROOT, 'test/client/.types-'));
  try {
    const [first = '', typed = '', ...others] = blocksIn('docs/client.md', 'ts', 6).map((text) =>
      text.replaceAll('http://127.0.0.1:8080', server.url),
    );
    writeFileSync(join(folder, 'guide.ts'), [first, ...others].join('\n'));
    const run = async (name: string) => {
      const arguments_ = ['--conditions=vitrine-source', join(folder, name)];
      const env = { ...process.env, VITRINE_KEY: server.key };
      return (await promisify(execFile)(process.execPath, arguments_, { env })).stdout;
    };
    expect(await run('guide.ts')).toMatch(/^12\.5 1\n/);
    const { items } = await server.vitrine.stores.list(server.principal);
    const stores = await Promise.all(items.map(({ id }) => server.vitrine.stores.get(server.principal, id)));
    writeFileSync(join(folder, 'stores.ts'), typesOfStores(stores));
    writeFileSync(join(folder, 'typed.ts'), typed);
    expect(await run('typed.ts')).toBe('Anvil\n');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.base.json', compilerOptions: { noEmit: true } }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
    await server.stop();
  }
});
