import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executablePath, launch } from '../console/chromium.ts';
import { fontFile, picture } from '../e2e/samples.ts';
import { bundle } from './bundle.ts';
import { startTestServer, type TestServer } from './servers.ts';
import { plainEnvironment } from './suite-environment.ts';

const TIMEOUT = 180_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Bytes of the minified package, compressed: 6 KiB. */
const SIZE_MAX = 6_144;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('SQLite file');
}, TIMEOUT);
afterAll(() => server.stop());

const environment = () => ({
  url: server.url,
  key: server.key,
  picture: new Uint8Array(picture()),
  font: new Uint8Array(fontFile()),
});

test(`has at most ${SIZE_MAX} bytes, minified and compressed, and needs nothing of Node`, async () => {
  const text = await bundle(path('../../packages/client/src/index.ts'));
  const size = gzipSync(text, { level: 9 }).length;
  console.log(`the client: ${text.length} bytes minified, ${size} bytes compressed`);
  expect(size).toBeLessThanOrEqual(SIZE_MAX);
  expect(text).not.toMatch(/\bprocess\.|\bBuffer\b|node:/);
});

test('passes its suite in a worker of Node', { timeout: TIMEOUT }, async () => {
  const worker = new Worker(new URL('./node-worker.ts', import.meta.url), { workerData: environment() });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  expect(result.failures).toEqual([]);
  expect(result.run).toBeGreaterThan(15);
});

if (executablePath === null) {
  console.warn(
    '\nNO CHROMIUM: the client is NOT tested in a browser. Set CHROMIUM_PATH, or run .ci/install-chromium.\n',
  );
}

async function inPage<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
  const browser: Browser = await launch();
  try {
    const page = await browser.newPage();
    const script = await bundle(path('./browser-entry.ts'));
    // A page of the origin of the server, as behind one reverse proxy.
    await page.route('**/client-suite', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><script type="module" src="suite.js"></script>',
      }),
    );
    await page.route('**/suite.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(`${server.url}/client-suite`);
    await page.waitForFunction('"runSuite" in globalThis');
    return await use(page);
  } finally {
    await browser.close();
  }
}

test.skipIf(executablePath === null)(
  'passes its suite in a page of Chromium, and in a worker of the page',
  { timeout: TIMEOUT },
  async () => {
    const results = await inPage(async (page) => {
      return page.evaluate(`(async (given) => {
        const env = { ...given, picture: new Uint8Array(given.picture), font: new Uint8Array(given.font) };
        const worker = new Worker('/suite.js', { type: 'module' });
        const inWorker = new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
        worker.postMessage(env);
        return [await runSuite(env), await inWorker];
      })(${JSON.stringify(plainEnvironment(environment()))})`);
    });
    expect(results).toEqual([
      { run: expect.any(Number), failures: [] },
      { run: expect.any(Number), failures: [] },
    ]);
  },
);
