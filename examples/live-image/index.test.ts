import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('opens a picture of each contact, and follows each click', () => {
  const program = fileURLToPath(new URL('./index.ts', import.meta.url));
  const out = execFileSync(process.execPath, ['--conditions=vitrine-source', program, '60'], {
    encoding: 'utf8',
  });
  // A busy machine shows the fallback of a countdown that it can't draw in time.
  expect(out.replace(/(?<=of which )\d+/, 'some')).toBe(
    [
      'contacts with URLs: 60',
      'pictures: 60, of which some count down',
      'clicks to the right page: 60, to another: 0',
      '',
    ].join('\n'),
  );
});
