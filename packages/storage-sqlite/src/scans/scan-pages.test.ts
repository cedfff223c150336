import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixed, openConnection } from '../connections/connection.ts';
import { choosePages, SCAN_CACHE } from './scan-pages.ts';

function arrange() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file.db');
  writeFileSync(path, '');
  const writer = openConnection({ path, role: 'write' });
  writer.execute(fixed('CREATE TABLE numbers (n INTEGER) STRICT'));
  const reader = openConnection({ path, role: 'read', cache: SCAN_CACHE });
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  let isMapped = false;
  const prepareScan = choosePages({
    dataVersion: () => reader.dataVersion(),
    map(bytes) {
      isMapped = bytes > 0;
      reader.map(bytes);
    },
  });
  return {
    write: () => writer.execute(fixed('INSERT INTO numbers VALUES (1)')),
    scan() {
      prepareScan();
      const [[count]] = reader.execute(fixed('SELECT count(*) FROM numbers')) as [[number]];
      return { count, isMapped };
    },
  };
}

test('the first scan and each scan after a commit read mapped pages, and others use the cache', () => {
  const { write, scan } = arrange();
  expect([scan(), scan(), scan()]).toEqual([
    { count: 0, isMapped: true },
    { count: 0, isMapped: false },
    { count: 0, isMapped: false },
  ]);
  write();
  expect([scan(), scan()]).toEqual([
    { count: 1, isMapped: true },
    { count: 1, isMapped: false },
  ]);
  write();
  write();
  expect(scan()).toEqual({ count: 3, isMapped: true });
});
