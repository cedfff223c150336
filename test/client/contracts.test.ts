import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientSources } from '../../scripts/client-sources.ts';

test.each(Object.entries(clientSources()))('%s is what `pnpm client:contracts` writes', (path, text) => {
  const file = new URL(`../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8') === text, 'Run `pnpm client:contracts` and commit the file.').toBe(true);
});
