import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fontFile, picture } from '../e2e/samples.ts';
import { bundle } from './bundle.ts';
import { startTestServer } from './servers.ts';
import { plainEnvironment } from './suite-environment.ts';

/** Where `.ci/install-runtimes` puts them. */
const INSTALLED = join(homedir(), '.cache/vitrine-runtimes/node_modules/.bin');

/** The arguments before the program. Deno allows nothing by itself. */
const RUNTIMES = {
  deno: ['run', '--no-prompt', '--no-config', '--allow-net=127.0.0.1'],
  bun: ['run'],
};

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), INSTALLED];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

for (const [name, flags] of Object.entries(RUNTIMES)) {
  const runtime = find(name);
  if (runtime === undefined) {
    console.warn(`\nNO ${name.toUpperCase()}: the client is NOT tested there. Run .ci/install-runtimes.\n`);
  }
  test.skipIf(runtime === undefined)(`passes its suite in ${name}`, { timeout: 180_000 }, async () => {
    const server = await startTestServer('SQLite file');
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-runtime-'));
    try {
      const { url, key } = server;
      const environment = plainEnvironment({
        url,
        key,
        picture: new Uint8Array(picture()),
        font: new Uint8Array(fontFile()),
      });
      const program = await bundle(fileURLToPath(new URL('./process-entry.ts', import.meta.url)));
      const file = join(folder, 'suite.mjs');
      writeFileSync(file, `globalThis.environment = ${JSON.stringify(environment)};\n${program}`);
      const { stdout } = await promisify(execFile)(runtime as string, [...flags, file]);
      const result = JSON.parse(stdout);
      expect(result.failures).toEqual([]);
      expect(result.run).toBeGreaterThan(15);
    } finally {
      rmSync(folder, { recursive: true });
      await server.stop();
    }
  });
}
