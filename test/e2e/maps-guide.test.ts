import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { LocationResponse, Page } from '@vitrine/core/contracts';
import { offlineGeocoder } from '@vitrine/geocoder';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { runShell } from '../docs/shell.ts';
import { WorkingFolder } from './command-line.ts';

const run = promisify(execFile);
const TEST_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../../docs/maps.md', import.meta.url), 'utf8');

const shell = blocksIn('docs/maps.md', 'sh', 6);

let server: RunningServer;
let env: Record<string, string>;

beforeAll(async () => {
  const vitrine = await createVitrine({ storage: memoryStorage(), geocoder: offlineGeocoder() });
  const principal = accountPrincipal((await vitrine.accounts.create('Guide')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'guide' });
  server = await startServer({ vitrine, port: 0 });
  env = { VITRINE_URL: server.url, VITRINE_KEY: key, MAP_ID: '1' };
});

afterAll(() => server.stop());

async function ask(command: string): Promise<unknown> {
  return JSON.parse(await runShell(command, TEST_FOLDER, env));
}

describe('docs/maps.md', () => {
  test('has curl blocks that work when pasted in sequence', async () => {
    expect(shell).toHaveLength(6);
    const [create = '', byAddress = '', byPoint = '', , near = '', byUniqueId = ''] = shell;
    expect(await ask(create)).toMatchObject({ id: 1, searchRadius: 25, maxResults: 20 });
    expect(await ask(byAddress)).toMatchObject({ uniqueId: 'vie-1', geocodeStatus: 'queued' });
    expect(await ask(byPoint)).toMatchObject({ uniqueId: 'gra-1', geocodeStatus: 'manual' });
    const find = async () => (await ask(byUniqueId)) as Page<LocationResponse>;
    await expect
      .poll(async () => (await find()).items[0]?.geocodeStatus, { timeout: 20_000 })
      .toBe('located');
    const found = (await ask(near)) as Page<LocationResponse>;
    expect(found.items.map(({ uniqueId }) => uniqueId)).toEqual(['gra-1', 'vie-1']);
  });

  test('has commands that import the file they show', async () => {
    const folder = new WorkingFolder();
    await folder.run(['accounts', 'create', '--name', 'Guide']);
    const [, , , commands = ''] = shell;
    const printed = await runShell(commands, folder.path);
    expect(printed).toMatch(/2 rows: 2 added/);
  });

  test('has a program that runs unchanged', async () => {
    const [program = ''] = blocksIn('docs/maps.md', 'ts', 1);
    const { stdout } = await run(
      process.execPath,
      ['--conditions=vitrine-source', '--input-type=module-typescript', '--eval', program],
      { cwd: TEST_FOLDER },
    );
    expect(JSON.parse(stdout)).toMatchObject([{ address: 'Wien, Österreich', geocodeStatus: 'located' }]);
  });

  test('names every state and error', () => {
    for (const word of [
      'queued',
      'processing',
      'located',
      'failed',
      'manual',
      'no_match',
      'unavailable',
      'ambiguous',
    ]) {
      expect(guide).toContain(`\`${word}\``);
    }
  });
});
