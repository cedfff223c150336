import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a server and loads the console as a browser does: the page, then its scripts and styles, compressed. */
const PROGRAM = `
import assert from 'node:assert/strict';
import { createVitrine, memoryStorage } from '@vitrine/core';
import { startServer } from '@vitrine/http';
const server = await startServer({ vitrine: await createVitrine({ storage: memoryStorage() }), port: 0 });
const page = await fetch(server.url + '/', { headers: { accept: 'text/html' } });
assert.equal(new URL(page.url).pathname, '/console/');
assert.equal(page.status, 200);
const links = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
assert.ok(links.length > 2);
for (const link of links) {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const file = await fetch(new URL(link, page.url), { headers: { 'accept-encoding': encoding } });
    assert.equal(file.status, 200, link);
    if (encoding !== 'identity' && /\\.(?:js|css)$/.test(link)) {
      assert.equal(file.headers.get('content-encoding'), encoding, link);
    }
    assert.ok((await file.arrayBuffer()).byteLength > 0, link);
  }
}
await server.stop();
`;

/** Throws if the packed server does not serve the packed console. @param consumer a project with the packed packages. */
export function checkConsole(consumer: string): void {
  const file = join(consumer, 'console.mjs');
  writeFileSync(file, PROGRAM);
  execFileSync(process.execPath, [file], {
    cwd: consumer,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 900_000,
  });
}
