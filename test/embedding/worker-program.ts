// Vitrine in a worker thread: `worker.test.ts`. The thread serves the interface, and the main thread is its client.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { nodeHandler } from '@vitrine/http';
import { createMedia } from '@vitrine/media';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { picture } from '../e2e/samples.ts';
import { TEST_PATIENCE } from '../shared-media.ts';

interface Served {
  readonly url: string;
  readonly key: string;
  readonly storeId: string;
}

async function serve(path: string): Promise<void> {
  const media = createMedia({ patience: TEST_PATIENCE });
  const vitrine = await createVitrine({ storage: sqliteStorage({ path }), media });
  const me = accountPrincipal((await vitrine.accounts.ensure('Example')).id);
  const { key } = await vitrine.apiKeys.create(me, { name: 'key' });
  const { id } = await vitrine.stores.ensure(me, { name: 'S', properties: [{ name: 'n', type: 'number' }] });
  const server = createServer(nodeHandler(vitrine)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage({ url: `http://127.0.0.1:${port}`, key, storeId: id } satisfies Served);
  parentPort?.once('message', async () => {
    server.close();
    server.closeAllConnections();
    await vitrine.close();
    parentPort?.close();
  });
}

async function use(path: string, ending: string): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: path });
  const [{ url, key, storeId }] = (await once(worker, 'message')) as [Served];
  const send = (target: string, init: RequestInit = {}) =>
    fetch(`${url}${target}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
  const headers = { 'content-type': 'application/json' };
  const record = { method: 'POST', headers, body: '{"n":1}' };
  const added = await send(`/v2/stores/${storeId}/records`, record);
  const form = new FormData();
  form.set('file', new File([picture()], 'red.png', { type: 'image/png' }));
  const uploaded = await send('/admin/images', { method: 'POST', body: form });
  const counted = await send(`/v2/stores/${storeId}/records/count`, { ...record, body: '{}' });
  console.log(added.status, uploaded.status, await counted.text());
  const exited = once(worker, 'exit');
  if (ending === 'terminate') await worker.terminate();
  else worker.postMessage('close');
  const [code] = await exited;
  console.log('exit', code);
}

if (isMainThread) await use(process.argv[2] ?? '', process.argv[3] ?? '');
else await serve(workerData);
