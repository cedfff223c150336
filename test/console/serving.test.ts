import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createVitrine, memoryStorage } from '@vitrine/core';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { send } from './raw-request.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let server: RunningServer;
beforeAll(async () => {
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    baseUrl: 'https://pictures.example/vitrine',
  });
  server = await startServer({ vitrine, port: 0 });
});
afterAll(() => server.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  send(`${server.url}${path}`, method, headers);

test('every place of the console shows the page, with its policy', verifies('console.served'), async () => {
  for (const path of [
    '/console',
    '/console/',
    '/console/stores',
    '/console/stores/a/b',
    '/console/a/b/c/d?x=1',
  ]) {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
        "img-src 'self' blob: data: https://pictures.example; font-src 'self'; frame-ancestors 'none'; " +
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const html = page.body.toString();
    expect(html).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|https?:|\{\{/);
    for (const [, link] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { pathname } = new URL(link ?? '', `${server.url}${path}`);
      expect(pathname).toMatch(/^\/console\/assets\//);
      expect((await get(pathname)).status).toBe(200);
    }
  }
  expect((await get('/console/', {}, 'POST')).status).toBe(405);
  expect((await get('/console/assets/manifest.json')).status).toBe(404);
  expect((await get('/console/assets/..%2Findex.html')).status).toBe(404);
});

test('the root redirects browsers to the console, and nobody else', verifies('console.root'), async () => {
  const root = await get('/', { accept: BROWSER });
  expect(root.status).toBe(302);
  expect(new URL(root.headers.location ?? '', `${server.url}/`).pathname).toBe('/console/');
  expect(root.headers.vary).toBe('Accept');
  expect((await get('/', { accept: '*/*' })).status).toBe(404);
});

test(
  'an address that does not exist is a page with a way on for browsers, a problem for others',
  verifies('console.F30'),
  async () => {
    for (const [path, way] of [
      ['/nope', './console/'],
      ['/a/b', '../console/'],
    ] as const) {
      const page = await get(path, { accept: BROWSER });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body.toString()).toContain(`<a href="${way}">`);
      const problem = await get(path, { accept: '*/*' });
      expect([problem.status, problem.headers['content-type']]).toEqual([404, 'application/problem+json']);
    }
    // The root says to a program where what is.
    const { detail } = JSON.parse((await get('/', { accept: '*/*' })).body.toString());
    expect(detail).toBe('No such path. The console is at /console. The interface is at /docs.');
    expect((await get('/favicon.ico')).status).toBe(200);
  },
);

test(
  'files never change and come compressed; the page is never cached',
  verifies('console.caching'),
  async () => {
    const page = await get('/console/');
    expect(page.headers['cache-control']).toBe('no-store');
    const scripts = [...page.body.toString().matchAll(/="([^"]+\.js)"/g)];
    const paths = scripts.map(([, link]) => new URL(link ?? '', `${server.url}/console/`).pathname);
    const files = await Promise.all(paths.map(async (path) => ({ path, plain: await get(path) })));
    // A script of a few imports hardly gets smaller.
    const [largest] = files.sort((a, b) => b.plain.body.length - a.plain.body.length);
    if (largest === undefined) throw new Error('the page has no script');
    const { path, plain } = largest;
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const tags = new Set([plain.headers.etag]);
    for (const [accept, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const file = await get(path, { 'accept-encoding': accept });
      expect(file.headers['content-encoding']).toBe(encoding);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(file.headers.vary).toBe('Accept-Encoding');
      expect(digest(decode(file.body))).toBe(digest(plain.body));
      expect(file.body.length).toBeLessThan(plain.body.length / 2);
      tags.add(file.headers.etag);
      const again = await get(path, { 'accept-encoding': accept, 'if-none-match': file.headers.etag ?? '' });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      const head = await get(path, { 'accept-encoding': accept }, 'HEAD');
      expect(head.headers['content-length']).toBe(String(file.body.length));
      expect(head.body).toHaveLength(0);
    }
    // Each encoding is a representation of its own.
    expect(tags.size).toBe(3);
  },
);

test('a server without the console has none of its paths', verifies('console.served'), async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const bare = await startServer({ vitrine, port: 0, console: false });
  try {
    expect(bare.hasConsole).toBe(false);
    expect((await send(`${bare.url}/console/`, 'GET', {})).status).toBe(404);
    const root = await send(`${bare.url}/`, 'GET', { accept: BROWSER });
    expect(root.headers.location).toBe('docs');
  } finally {
    await bare.stop();
  }
});
