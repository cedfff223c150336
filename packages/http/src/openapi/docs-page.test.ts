import { expect, test } from 'vitest';
import { createFixture } from '../../test/app-fixture.ts';
import { readVersion } from '../version.ts';

const { send } = await createFixture();

test('the page loads only files of this server, which need no key', async () => {
  const page = await send('GET', '/docs', { key: null });
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(page.headers.get('permissions-policy')).toContain('geolocation=()');
  const html = await page.text();
  expect(html).not.toMatch(/https?:|<script>|\son\w+=/);
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    const { pathname, search } = new URL(link, 'http://a.example/docs');
    const response = await send('GET', pathname + search, { key: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('only the files of the page are served', async () => {
  for (const path of ['/docs/package.json', '/docs/..%2Fpackage.json', '/docs/swagger-ui.js', '/docs//']) {
    expect((await send('GET', path, { key: null })).status).toBe(404);
  }
  expect((await send('POST', '/docs', { key: null })).status).toBe(405);
});

test('the root and a trailing slash redirect browsers to the page; other clients get a problem body', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const [path, status] of [
    ['/', 302],
    ['/docs/', 308],
  ] as const) {
    const response = await send('GET', path, { key: null, headers: { accept } });
    expect(response.status).toBe(status);
    const target = new URL(response.headers.get('location') ?? '', `http://a.example${path}`);
    expect(target.href).toBe('http://a.example/docs');
    // Behind a proxy with a path prefix.
    const below = new URL(response.headers.get('location') ?? '', `http://a.example/vitrine${path}`);
    expect(below.href).toBe('http://a.example/vitrine/docs');
  }
  for (const other of ['*/*', 'application/json']) {
    const response = await send('GET', '/', { key: null, headers: { accept: other } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found', instance: '/' });
  }
});

test('the page and the documents contain the version of Vitrine, and the documents name all its parts', async () => {
  const version = readVersion();
  expect(await (await send('GET', '/docs', { key: null })).text()).toContain(`<small>${version}</small>`);
  const response = await send('GET', '/v2/openapi.json', { key: null });
  const { info } = (await response.json()) as { info: { version: string; description: string } };
  expect(info.version).toBe('1.0.0');
  for (const word of ['stores', 'images', 'fonts', 'timers', 'maps', `Vitrine ${version}`]) {
    expect(info.description).toContain(word);
  }
});

test('the page asks the tabs of the console for their key, and has the colours that were chosen there', async () => {
  const script = await (await send('GET', '/docs/docs.js', { key: null })).text();
  expect(script).toContain("new BroadcastChannel('vitrine-console '");
  expect(script).toContain("localStorage.getItem('vitrine.theme')");
});

test('a browser gets a page with a way on for a path that does not exist, other clients a problem body', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [path, docs] of [
    ['/nope', '/docs'],
    ['/a/b/', '/docs'],
  ] as const) {
    const page = await send('GET', path, { key: null, headers: { accept } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, link] = /href="([^"]+docs)"/.exec(await page.text()) ?? [];
    expect(new URL(link ?? '', `http://a.example${path}`).pathname).toBe(docs);
    expect(new URL(link ?? '', `http://a.example/vitrine${path}`).pathname).toBe(`/vitrine${docs}`);
  }
  const problem = await send('GET', '/nope', { key: null });
  expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect((await send('GET', '/v2/nope', { key: null, headers: { accept } })).status).toBe(401);
  expect((await send('POST', '/nope', { key: null, headers: { accept } })).headers.get('content-type')).toBe(
    'application/problem+json',
  );
  expect(await (await send('GET', '/', { key: null })).json()).toMatchObject({
    detail: 'No such path. The interface is at /docs.',
  });
  expect((await send('GET', '/favicon.ico', { key: null })).headers.get('content-type')).toBe('image/png');
});
