import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonLinesStorage } from './json-lines-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-example-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

storageConformance(
  { describe, test },
  {
    name: 'JSON lines',
    durable: true,
    async open() {
      const path = join(folder, `${++files}.jsonl`);
      let storage = await jsonLinesStorage(path);
      return {
        storage,
        async reopen() {
          await storage.close();
          storage = await jsonLinesStorage(path);
          return storage;
        },
        close: () => storage.close(),
      };
    },
  },
);

test('counts its runs, also after a process was killed during a write', () => {
  const program = fileURLToPath(new URL('./index.ts', import.meta.url));
  const path = join(folder, 'visits.jsonl');
  const run = () =>
    execFileSync(process.execPath, ['--conditions=vitrine-source', program, path], { encoding: 'utf8' });
  expect(run()).toBe('visit 1\n');
  expect(run()).toBe('visit 2\n');
  appendFileSync(path, '["records","insert",[{"id":"half a li');
  expect(run()).toBe('visit 3\n');
  expect(run()).toBe('visit 4\n');
});
