import { createClient, defineStore } from '@vitrine/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fontFile, picture } from '../e2e/samples.ts';
import { clientStorages, startTestServer, type TestServer } from './servers.ts';
import { suite } from './suite.ts';

describe.each(clientStorages)('the client in Node with a server on %s', (storage) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(storage);
  });

  afterAll(() => server.stop());

  // Browsers send streams over HTTP/2 only.
  test('imports a stream', async () => {
    const v = createClient(server);
    const store = await v.stores.ensure(
      defineStore({ name: 'streamed', properties: { sku: { type: 'string', unique: true } } }),
    );
    const stream = new Blob(['sku\nA\n', 'B\n']).stream();
    expect(await store.import(stream)).toMatchObject({ status: 'done', created: 2 });
    expect(await store.count()).toBe(2);
  });

  test.each(Object.entries(suite))('%s', async (_title, check) => {
    const { url, key } = server;
    await check(createClient({ url, key }), {
      url,
      key,
      picture: new Uint8Array(picture()),
      font: new Uint8Array(fontFile()),
    });
  });
});
