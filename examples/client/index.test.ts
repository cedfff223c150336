import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../test/client/bundle.ts';
import { startTestServer, type TestServer } from '../../test/client/servers.ts';
import { executablePath, launch } from '../../test/console/chromium.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer('SQLite file');
  folder = mkdtempSync(join(tmpdir(), 'vitrine-client-example-'));
  await sync(readFileSync(path('../data/airports.csv'), 'utf8'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

async function sync(csv: string): Promise<string> {
  const file = join(folder, 'airports.csv');
  writeFileSync(file, csv);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=vitrine-source', path('sync-csv.ts'), file],
    { env: { ...process.env, VITRINE_URL: server.url, VITRINE_KEY: server.key } },
  );
  return stdout;
}

test('the script makes the store equal to the file', { timeout: 120_000 }, async () => {
  const csv = readFileSync(path('../data/airports.csv'), 'utf8');
  expect(await sync(csv)).toMatch(/^0 created, \d+ updated, 0 refused, 0 deleted\n$/);
  const fewer = csv.replace(/^(?!iata).*\n/m, '');
  expect(await sync(fewer)).toMatch(/^0 created, \d+ updated, 0 refused, 1 deleted\n$/);
  expect(await sync(csv)).toMatch(/^1 created, /);
});

test('the route handlers read and add records', async () => {
  process.env.VITRINE_URL = server.url;
  process.env.VITRINE_KEY = server.key;
  const { GET, POST } = await import('./route.ts');
  const found = await GET(new Request('http://shop.test/airports/00M'));
  expect(await found.json()).toMatchObject({ iata: '00M' });
  expect((await GET(new Request('http://shop.test/airports/none'))).status).toBe(404);
  const post = (body: object) =>
    POST(new Request('http://shop.test/airports', { method: 'POST', body: JSON.stringify(body) }));
  expect((await post({ iata: 'ZZ1', name: 'New' })).status).toBe(201);
  const refused = await post({ iata: 'ZZ2', name: 5 });
  expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([400, ['name']]);
});

test('the worker counts', async () => {
  const { url, key } = server;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { url, key } });
  worker.postMessage('USA');
  const [{ country, count }] = await once(worker, 'message');
  await worker.terminate();
  expect(country).toBe('USA');
  expect(count).toBeGreaterThan(1_000);
});

test.skipIf(executablePath === null)('the page searches while one types', { timeout: 120_000 }, async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const script = await bundle(path('page.ts'));
    await page.route('**/page.html', (route) => route.fulfill({ path: path('page.html') }));
    await page.route('**/page.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(`${server.url}/page.html#${server.key}`);
    await page.getByRole('listitem').nth(9).waitFor();
    await page.getByLabel('Name').fill('san francisco international');
    await page.getByText('SFO San Francisco International').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(1);
  } finally {
    await browser.close();
  }
});
