import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NotFoundError } from '@vitrine/core';
import { expect, onTestFinished, test } from 'vitest';
import { openConsoleFiles } from './console-files.ts';

test('a file that an update has removed is not found, and is read when it is there again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-console-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asset = { name: 'grid-1.js', type: 'text/javascript', encodings: [] };
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ assets: [asset] }));
  writeFileSync(join(folder, 'index.html'), '');
  const files = openConsoleFiles(pathToFileURL(`${folder}/`));
  await expect(files?.readAsset(asset, null)).rejects.toThrow(NotFoundError);
  writeFileSync(join(folder, 'assets/grid-1.js'), 'grid');
  expect(String(await files?.readAsset(asset, null))).toBe('grid');
});
