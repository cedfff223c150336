import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import { createApp, fetchHandler, nodeHandler } from '@vitrine/http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../e2e/samples.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';

const BASE = '/data/vitrine';

let vitrine: Vitrine;
let key: string;
let storeId: string;

beforeAll(async () => {
  vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    baseUrl: `https://shop.example${BASE}/`,
  });
  const me = accountPrincipal((await vitrine.accounts.create('Own')).id);
  key = (await vitrine.apiKeys.create(me, { name: 'key' })).key;
  const properties = [{ name: 'sku', type: 'string', unique: true }] as const;
  storeId = (await vitrine.stores.create(me, { name: 'Goods', properties: [...properties] })).id;
});
afterAll(() => vitrine.close());

/** What a program mounts, by the server that it has. Each serves Vitrine below `BASE`. */
const SERVERS: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  'node:http': () => nodeHandler(vitrine, { basePath: BASE, console: true }),
  'Express, which removes the path': () => {
    const app = express();
    app.use(BASE, nodeHandler(vitrine, { basePath: BASE, console: true }));
    app.use(express.json());
    return app;
  },
  'Fastify, before it reads the body': async () => {
    const app = fastify();
    const handler = nodeHandler(vitrine, { basePath: BASE, console: true });
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith(BASE)) return;
      reply.hijack();
      handler(request.raw, reply.raw);
    });
    await app.ready();
    return (incoming, outgoing) => app.routing(incoming, outgoing);
  },
  'Hono, as a route': () => {
    const app = new Hono().route(BASE, createApp(vitrine, { basePath: BASE, console: true }));
    return getRequestListener(app.fetch);
  },
  'Hono, mounted': () => {
    const own = createApp(vitrine, { basePath: BASE, console: true });
    return getRequestListener(new Hono().mount(BASE, own.fetch).fetch);
  },
  'standard requests': () => getRequestListener(fetchHandler(vitrine, { basePath: BASE, console: true })),
};

describe.each(Object.entries(SERVERS))('on %s', (_name, mount) => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(await mount()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const send = (path: string, { headers = {}, ...init }: RequestInit & { headers?: object } = {}) =>
    fetch(`${origin}${BASE}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const json = (method: string, value: unknown) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

  test('requests with and without bodies are served', verifies('library.mounted'), async () => {
    const sku = `${_name}-1`;
    const added = await send(`/v2/stores/${storeId}/records`, json('POST', { sku }));
    expect(added.status).toBe(201);
    const found = await send(`/v2/stores/${storeId}/records/${encodeURIComponent(sku)}`);
    expect(await found.json()).toMatchObject({ id: sku });
    const deleted = await send(`/v2/stores/${storeId}/records/${encodeURIComponent(sku)}`, {
      method: 'DELETE',
    });
    expect(deleted.status).toBe(200);
  });

  test('a file is received', verifies('library.mounted'), async () => {
    const form = new FormData();
    form.set('file', new File([picture()], 'red.png', { type: 'image/png' }));
    const added = await send('/admin/images', { method: 'POST', body: form });
    const { id, productionUrl } = (await added.json()) as { id: number; productionUrl: string };
    expect(productionUrl).toMatch(/^https:\/\/shop\.example\/data\/vitrine\/i\/[\w-]+$/);
    expect(added.headers.get('location')).toBe(`${BASE}/v2/images/${id}`);
    const shown = await fetch(`${origin}${new URL(productionUrl).pathname}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('each path in a response has the prefix', verifies('library.mounted'), async () => {
    const missing = await send('/v2/stores/none');
    expect(await missing.json()).toMatchObject({ status: 404, instance: `${BASE}/v2/stores/none` });
    const document = await (await send('/v2/openapi.json')).json();
    expect(document).toMatchObject({ servers: [{ url: BASE }] });
    const html = { headers: { accept: 'text/html' } };
    const root = await send('/', html);
    expect([root.status, root.headers.get('location')]).toEqual([302, `${BASE}/console/`]);
  });

  test.each(['/docs', '/console/', '/console/stores'])(
    'what the page %s loads is served',
    verifies('library.mounted'),
    async (path) => {
      const page = await (await send(path)).text();
      const links = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link]) => link ?? '');
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        const url = new URL(link, `${origin}${BASE}${path}`);
        expect(url.pathname).toMatch(/^\/data\/vitrine\//);
        expect({ link, status: (await fetch(url)).status }).toEqual({ link, status: 200 });
      }
    },
  );
});

test('the tools take their host from the base URL of the Vitrine', verifies('library.mounted'), async () => {
  const handle = fetchHandler(vitrine, { basePath: BASE });
  const list = (host: string) =>
    handle(
      new Request(`https://${host}${BASE}/store_mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      }),
    );
  expect((await list('shop.example')).status).toBe(200);
  const refused = await list('other.example');
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('baseUrl') });
});

test('the metadata of OAuth is at the root of the host', verifies('library.mounted'), async () => {
  const path = `/.well-known/oauth-authorization-server${BASE}`;
  const app = express();
  app.get(path, nodeHandler(vitrine, { basePath: BASE, console: true }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found = await fetch(`http://127.0.0.1:${port}${path}`);
  server.close();
  expect(await found.json()).toMatchObject({ issuer: `https://shop.example${BASE}` });
});

test('a body that a parser has read is refused with the remedy', verifies('library.mounted'), async () => {
  const app = express();
  app.use(express.json());
  app.use(BASE, nodeHandler(vitrine, { basePath: BASE }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refused = await fetch(`http://127.0.0.1:${port}${BASE}/v2/stores/${storeId}/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"sku":"parsed"}',
  });
  server.close();
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('before parsers such as express.json()');
});

test('a base path that is none is refused when the handler is made', verifies('library.mounted'), () => {
  for (const make of [createApp, fetchHandler, nodeHandler]) {
    expect(() => make(vitrine, { basePath: 'vitrine' })).toThrow('basePath');
  }
});
