import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { sharedMedia } from '../shared-media.ts';
import { connectTools } from './tool-client.ts';
import { readMessage } from './tool-world.ts';

const run = promisify(execFile);
const TEST_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');

const shell = blocksIn('docs/agents.md', 'sh', 6);
const configurations = blocksIn('docs/agents.md', 'json', 4);
const programs = blocksIn('docs/agents.md', 'ts', 3);
let server: RunningServer;
let key: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const vitrine = await createVitrine({ storage: memoryStorage(), media: sharedMedia() });
  const principal = accountPrincipal((await vitrine.accounts.create('Guide')).id);
  key = (await vitrine.apiKeys.create(principal, { name: 'guide' })).key;
  const store = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [{ name: 'sku', type: 'string', unique: true }],
  });
  await vitrine.records.add(principal, store.id, { sku: 'A-1' });
  server = await startServer({ vitrine, port: 0 });
  env = { ...process.env, VITRINE_URL: server.url, VITRINE_KEY: key, STORE_ID: store.id };
});

afterAll(() => server.stop());

/** Runs a program and returns what it prints. */
async function output(program: string): Promise<string> {
  const args = ['--input-type=module-typescript', '--eval', program];
  return (await run(process.execPath, args, { cwd: TEST_FOLDER, env })).stdout;
}

describe('docs/agents.md', () => {
  test('has only blocks that are checked here or by the conformance run', () => {
    const fences = guide.match(/^```\w*$/gm)?.filter((fence) => fence !== '```') ?? [];
    expect(fences).toHaveLength(shell.length + configurations.length + programs.length);
    const others = shell.filter((text) => !text.startsWith('curl '));
    expect(others.map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
      'claude mcp add',
      'npx -y @modelcontextprotocol/inspector',
      'claude mcp add',
    ]);
  });

  test('the curl blocks work when pasted', async () => {
    const responses: string[] = [];
    for (const command of shell.filter((text) => text.startsWith('curl '))) {
      responses.push((await run('sh', ['-c', command], { env })).stdout);
    }
    const [created = '', access = '', count = ''] = responses;
    expect(JSON.parse(created)).toMatchObject({ key: expect.stringMatching(/^store-/), scope: 'store' });
    expect(readMessage(access).result?.structuredContent).toMatchObject({
      stores: [{ name: 'Products', recordCount: 1 }],
    });
    expect(readMessage(count).result?.structuredContent).toEqual({ mode: 'count', count: 1 });
  });

  test('has configurations that are valid JSON and connect', async () => {
    expect(configurations).toHaveLength(4);
    for (const text of configurations) {
      const config = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
      const entry = (config.mcpServers ?? config.servers)?.vitrine ?? {};
      const [url, header] =
        entry.url === undefined
          ? [(entry.args as string[])[2], Object.values(entry.env as object)[0]]
          : [entry.url, (entry.headers as { Authorization: string }).Authorization];
      expect(url).toBe('http://127.0.0.1:8080/store_mcp');
      const sent = String(header).replace(/YOUR_KEY|\$\{[\w:-]+\}/, key);
      expect(sent).toBe(`Bearer ${key}`);
      const client = await connectTools('older', server.url, sent.slice('Bearer '.length));
      await client.close();
    }
  });

  test('has programs that run unchanged', async () => {
    const [access = '', resources = '', design = ''] = programs;
    expect(JSON.parse(await output(access))).toMatchObject({
      scope: 'account',
      stores: [{ name: 'Products' }],
    });
    expect(await output(resources)).toContain('"sku"');
    const folder = await mkdtemp(join(tmpdir(), 'agents-guide-'));
    try {
      // The program writes a file where it runs, from where it can't find the packages.
      const program = design.replace("'timer.png'", JSON.stringify(join(folder, 'timer.png')));
      // The first drawings wait for threads and processes to start, and the program does not call again.
      const drawn = async () => {
        const printed = await output(program).catch(String);
        const picture = await readFile(join(folder, 'timer.png')).catch(String);
        return [printed.includes("name: 'Summer sale'"), picture.slice(1, 4).toString()];
      };
      await expect.poll(drawn, { timeout: 100_000, interval: 1_000 }).toEqual([true, 'PNG']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('names every tool', async () => {
    for (const path of ['/store_mcp', '/design_mcp']) {
      const client = await connectTools('newest', server.url, key, path);
      for (const { name } of await client.listTools()) expect(guide).toContain(`\`${name}(`);
      await client.close();
    }
  });
});
