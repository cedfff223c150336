import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The HTTP suites that run on every storage, on storages that answer every search from columns if they can.
const FOLDER = 'test/e2e';
const onStorages = readdirSync(FOLDER)
  .map((name) => `${FOLDER}/${name}`)
  .filter((path) => path.endsWith('.test.ts') && /\bonEveryStorage\(/.test(readFileSync(path, 'utf8')));

const { include: _, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: onStorages,
      provide: { eagerColumns: true },
      testTimeout: 120_000,
      hookTimeout: 300_000,
      outputFile: { json: '.vitest/columns-http.json' },
    },
  }),
);
