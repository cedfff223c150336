import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.base.config.ts';

// The HTTP suites that run on every storage, on storages that answer every search from columns if they can.
const FOLDER = 'test/e2e';
const onStorages = readdirSync(FOLDER)
  .map((name) => `${FOLDER}/${name}`)
  .filter((path) => path.endsWith('.test.ts') && /\bonEveryStorage\(/.test(readFileSync(path, 'utf8')));

export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['./test/postgres/global-setup.ts', './test/console/global-setup.ts'],
      include: onStorages,
      provide: { eagerColumns: true },
      hookTimeout: 300_000,
      outputFile: { json: '.vitest/columns-http.json' },
    },
  }),
);
