import { expect, test } from 'vitest';
import { createFixture } from '../test/app-fixture.ts';

const { send } = await createFixture();

test('the page loads nothing from elsewhere, and what it loads is there, without a key', async () => {
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
    const response = await send('GET', link, { key: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('only the files of the page are served', async () => {
  for (const path of ['/docs/package.json', '/docs/..%2Fpackage.json', '/docs/swagger-ui.js', '/docs/']) {
    expect((await send('GET', path, { key: null })).status).toBe(404);
  }
  expect((await send('POST', '/docs', { key: null })).status).toBe(405);
});
