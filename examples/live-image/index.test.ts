import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isNightly } from '../../test/nightly.ts';
import { verifies } from '../../test/requirements.ts';
import { RETRIES } from '../../test/retries.ts';

const COUNT = isNightly ? 1_000 : 30;

test('opens a picture of each contact, and follows each click', {
  ...verifies('live.pictures.always', 'live.clicks', 'live.export'),
  retry: RETRIES,
}, () => {
  const program = fileURLToPath(new URL('./index.ts', import.meta.url));
  const out = execFileSync(process.execPath, ['--conditions=vitrine-source', program, String(COUNT)], {
    encoding: 'utf8',
  });
  // A busy machine shows the fallback of a countdown that it can't draw in time.
  expect(out.replace(/(?<=of which )\d+/, 'some')).toBe(
    [
      `contacts with URLs: ${COUNT}`,
      `pictures: ${COUNT}, of which some count down`,
      `clicks to the right page: ${COUNT}, to another: 0`,
      '',
    ].join('\n'),
  );
});
