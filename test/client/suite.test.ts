import { createClient } from '@vitrine/client';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { fontFile, picture } from '../e2e/samples.ts';
import { clientStorages, startTestServer, type TestServer } from './servers.ts';
import { suite } from './suite.ts';

describe.each(clientStorages)('the client in Node with a server on %s', (storage) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(storage);
  });

  afterAll(() => server.stop());

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
