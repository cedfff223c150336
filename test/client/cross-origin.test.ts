import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClient } from '@vitrine/client';
import { expect, test } from 'vitest';
import { executablePath, launch } from '../console/chromium.ts';
import { picture } from '../e2e/samples.ts';
import { bundle } from './bundle.ts';
import { startTestServer } from './servers.ts';

/** Runs in the page. */
const SCRIPT = `(async ({ url, key, productionUrl }) => {
  const v = createClient({ url, key, retries: 0 });
  const codeOf = (call) => call.then(() => 'done', ({ code }) => code);
  const image = new Image();
  image.src = productionUrl;
  await image.decode();
  return [await codeOf(v.maps.list().first()), await codeOf(v.maps.create({ name: 'x' })), image.width];
})`;

test.skipIf(executablePath === null)(
  'a page of another origin can show pictures, but neither read nor write with a key',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer('SQLite file');
    const script = await bundle(fileURLToPath(new URL('./browser-entry.ts', import.meta.url)));
    // On the same address, because browsers keep pages of other networks from it anyway.
    const other = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const browser = await launch();
    try {
      const v = createClient(server);
      const { productionUrl } = await v.images.add(new Uint8Array(picture()));
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      await page.waitForFunction('"createClient" in globalThis');
      const { url, key } = server;
      const found = await page.evaluate(`${SCRIPT}(${JSON.stringify({ url, key, productionUrl })})`);
      expect(found).toEqual(['network', 'network', 1]);
      expect((await v.maps.list()).items).toEqual([]);
    } finally {
      await browser.close();
      other.close().closeAllConnections();
      await server.stop();
    }
  },
);
