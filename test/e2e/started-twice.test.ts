import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, startProgram } from '../faults/server-process.ts';
import { verifies } from '../requirements.ts';
import { Checkout } from './checkout.ts';
import { picture } from './samples.ts';

const KEY = `account-${'t'.repeat(43)}`;

/** Enough to build all packages on a busy machine. */
const TIMEOUT = 300_000;

/** Makes the first export, tool call and picture of a server, each of which starts a thread or a process. */
async function useLaterParts({ url }: ServerProcess): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const post = (path: string, value: unknown, more = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(value),
    });
  const created = await post('/v2/stores', { name: 'S', properties: [{ name: 'k', type: 'string' }] });
  const { id } = (await created.json()) as { id: string };
  expect((await post(`/v2/stores/${id}/records`, { k: 'exported' })).status).toBe(201);
  const exported = await fetch(`${url}/v2/stores/${id}/records/export?format=csv`, { headers });
  expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining('exported')]);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'store_list', arguments: {} } };
  const called = await post('/store_mcp', call, { accept: 'application/json, text/event-stream' });
  expect([called.status, await called.text()]).toEqual([200, expect.stringContaining(id)]);
  const form = new FormData();
  form.set('file', new File([picture()], 'red.png', { type: 'image/png' }));
  const uploaded = await fetch(`${url}/admin/images`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  for (const page of ['/docs', '/docs/swagger-ui.css', '/console/'])
    expect((await fetch(`${url}${page}`)).status).toBe(200);
}

test('a server goes on when two others start from its checkout at once, after a change of its sources', {
  ...verifies('operations.started-twice', 'operations.start-settings'),
  timeout: TIMEOUT,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const checkout = new Checkout(join(folder, 'checkout'));
  const start = async (name: string) => {
    const server = await startProgram(
      [checkout.path('scripts/start.ts')],
      { VITRINE_DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`, VITRINE_ACCOUNT_KEY: KEY },
      checkout.path('.'),
    );
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  const first = await start('one');
  expect(checkout.builds()).toHaveLength(1);

  // A server that took a thread or a process of the changed sources would fail.
  for (const file of ['packages/storage-sqlite/src/scan-thread.ts', 'packages/media/src/image-process.ts'])
    checkout.replace(file, 'import ', "throw new Error('changed');\nimport ");
  checkout.replace('packages/vitrine/src/server/serve.ts', 'API: ', 'Changed: ');
  const [second, third] = await Promise.all([start('two'), start('three')]);
  for (const changed of [second, third]) await expect.poll(() => changed.stdout()).toContain('Changed: http');
  expect(checkout.builds()).toHaveLength(2);

  await useLaterParts(first);
  if (process.platform !== 'linux') return;
  // The process that was started is the one that listens, with its settings.
  const { pid } = second.child;
  const listOf = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  expect(listOf('cmdline')).toContain('--max-semi-space-size=16');
  expect(listOf('environ')).toContain('MALLOC_MMAP_THRESHOLD_=262144');
});
