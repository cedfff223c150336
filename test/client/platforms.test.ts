import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executablePath } from '../console/chromium.ts';
import { fontFile, picture } from '../e2e/samples.ts';
import { bundle } from './bundle.ts';
import { callIn, openScopes } from './chromium-scopes.ts';
import type { SuiteResult } from './run-suite.ts';
import { startTestServer, type TestServer } from './servers.ts';
import { plainEnvironment } from './suite-environment.ts';

const TIMEOUT = 180_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Bytes of the minified package, compressed: 8.25 KiB. */
const SIZE_MAX = 8_448;

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

test.skipIf(executablePath === null)(
  'passes its suite in a page of Chromium, and in a worker of the page',
  { timeout: TIMEOUT },
  async () => {
    const { page, worker, close } = await openScopes(server.url);
    try {
      for (const scope of [page, worker]) {
        const result = await callIn<SuiteResult>(scope, 'runSuite', plainEnvironment(environment()));
        expect(result.failures).toEqual([]);
        expect(result.run).toBeGreaterThan(15);
      }
    } finally {
      await close();
    }
  },
);
