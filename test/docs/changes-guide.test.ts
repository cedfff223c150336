import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../client/servers.ts';
import { blocksIn, ROOT } from './code-blocks.ts';

test('the code of docs/changes.md compiles and runs', { timeout: 120_000 }, async () => {
  const server = await startTestServer('memory');
  const folder = mkdtempSync(join(ROOT, 'test/client/.changes-'));
  let following: ChildProcess | undefined;
  try {
    const names = ['follow.ts', 'receive.ts', 'embedded.ts'];
    for (const [index, text] of blocksIn('docs/changes.md', 'ts', names.length).entries())
      writeFileSync(join(folder, names[index] ?? ''), text.replaceAll('http://127.0.0.1:8080', server.url));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.base.json', compilerOptions: { noEmit: true } }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');

    const { vitrine, principal } = server;
    const { id } = await vitrine.stores.create(principal, {
      name: 'products',
      properties: [{ name: 'sku', type: 'string', unique: true }],
    });
    let printed = '';
    following = spawn(process.execPath, ['--conditions=vitrine-source', join(folder, 'follow.ts')], {
      env: { ...process.env, VITRINE_KEY: server.key },
    });
    for (const output of [following.stdout, following.stderr])
      output?.on('data', (text) => {
        printed += text;
      });
    // The program has the cursor of now once the log is on.
    await expect
      .poll(async () => (await server.storage.stores.get(principal.accountId, id))?.isLogged, {
        timeout: 30_000,
      })
      .toBe(true);
    await vitrine.records.add(principal, id, { sku: 'A1' });
    await expect.poll(() => printed, { timeout: 30_000 }).toContain('record.created A1 {');
    await vitrine.stores.delete(principal, id);
    await once(following, 'exit');
    expect(printed).toMatch(/\nstore\.deleted undefined undefined\n$/);

    const embedded = spawnSync(
      process.execPath,
      ['--conditions=vitrine-source', join(folder, 'embedded.ts')],
      { encoding: 'utf8' },
    );
    expect(embedded).toMatchObject({ status: 0, stderr: '' });
  } finally {
    following?.kill();
    rmSync(folder, { recursive: true });
    await server.stop();
  }
});
