import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('prints the found records and the sum', () => {
  const program = fileURLToPath(new URL('./index.ts', import.meta.url));
  const out = execFileSync(process.execPath, ['--conditions=vitrine-source', program], { encoding: 'utf8' });
  expect(out).toBe(
    [
      'alan@example.com from ZÜRICH: 4 visits',
      'ada@example.com from Zürich: 3 visits',
      'all guests together: 12 visits',
      '',
    ].join('\n'),
  );
});
