import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { picture } from '../e2e/samples.ts';
import { installProject, runIn, serveIn } from './packed-project.ts';

/** Enough to install and build on a busy machine. */
const TIMEOUT = 900_000;

/** Not in memory: the packages take hundreds of megabytes. */
function projectFolder(): string {
  const folder = mkdtempSync('/var/tmp/vitrine-embedding-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates the account and the key that a server in the folder will find. */
async function createKey(folder: string): Promise<string> {
  const vitrine = await createVitrine({ storage: sqliteStorage({ path: join(folder, 'data.db') }) });
  const me = accountPrincipal((await vitrine.accounts.create('Example')).id);
  const { key } = await vitrine.apiKeys.create(me, { name: 'key' });
  await vitrine.close();
  return key;
}

/** Uses the interface below `/vitrine`: records, an export, a picture, the documents and the console. */
async function useInterface(origin: string, key: string): Promise<void> {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/vitrine${path}`, {
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
  const post = (path: string, value: unknown) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
  const store = { name: 'Goods', properties: [{ name: 'sku', type: 'string', unique: true }] };
  const { id } = (await (await post('/v2/stores', store)).json()) as { id: string };
  const added = await post(`/v2/stores/${id}/records`, { sku: 'a/1' });
  expect([added.status, added.headers.get('location')]).toEqual([
    201,
    `/vitrine/v2/stores/${id}/records/a%2F1`,
  ]);
  const path = `/v2/stores/${id}/records/a%2F1`;
  expect(await (await send(path)).json()).toMatchObject({ id: 'a/1' });
  const exported = await send(`/v2/stores/${id}/records/export?format=csv`);
  expect(await exported.text()).toContain('a/1');

  const form = new FormData();
  form.set('file', new File([picture()], 'red.png', { type: 'image/png' }));
  const upload = () => send('/admin/images', { method: 'POST', body: form });
  // A process that decodes starts, which may take longer on a busy machine than a request waits.
  await expect.poll(async () => (await upload()).status, { timeout: 120_000 }).toBe(201);
  const { productionUrl } = (await (await upload()).json()) as { productionUrl: string };
  const shown = await fetch(productionUrl);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);

  expect(await (await send('/v2/stores/none')).json()).toMatchObject({
    status: 404,
    instance: '/vitrine/v2/stores/none',
  });
  for (const page of ['/docs', '/console/']) expect((await send(page)).status).toBe(200);
}

test.each([['--turbopack'], ['--webpack']])(
  'Next.js, built with %s, serves the interface as a route, and its pages use the same Vitrine',
  async (bundler) => {
    const folder = projectFolder();
    await installProject('next', folder, ['next@16', 'react@19', 'react-dom@19']);
    const next = join(folder, 'node_modules/next/dist/bin/next');
    runIn(folder, process.execPath, next, 'build', bundler);
    const key = await createKey(folder);
    const origin = await serveIn(folder, (port) => [next, 'start', '--port', String(port)]);
    await useInterface(origin, key);
    expect(await (await fetch(origin)).text()).toContain('<p>Goods</p>');
  },
  TIMEOUT,
);

test(
  'NestJS serves the interface beside its controllers',
  async () => {
    const folder = projectFolder();
    const nest = ['core', 'common', 'platform-express'].map((name) => `@nestjs/${name}@11`);
    await installProject('nest', folder, [...nest, 'reflect-metadata@0.2', 'rxjs@7']);
    const key = await createKey(folder);
    const origin = await serveIn(folder, () => ['server.mjs']);
    await useInterface(origin, key);
    expect(await (await fetch(`${origin}/echo`)).text()).toBe('hello');
    const echoed = await fetch(`${origin}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await echoed.json()).toEqual({ a: 1 });
  },
  TIMEOUT,
);

test(
  'a bundle of webpack runs without the packages of Vitrine, and otherwise says what to leave out',
  async () => {
    const folder = projectFolder();
    await installProject('webpack', folder, ['webpack@5']);
    runIn(folder, process.execPath, 'build.mjs');
    for (const bundle of ['external.mjs', 'external.cjs']) {
      expect(runIn(folder, process.execPath, `out/${bundle}`, `${bundle}.db`)).toBe('found 1\n');
    }
    // The joined program has the paths of the packages where it was built.
    rmSync(join(folder, 'node_modules/@vitrine'), { recursive: true });
    const joined = runIn(folder, process.execPath, 'out/joined.mjs', 'joined.db');
    expect(joined).toMatch(/^@vitrine\/storage-sqlite can't find [^\n]*webpack: externals[^\n]*\n$/);
  },
  TIMEOUT,
);
