import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { blocksIn, ROOT } from './code-blocks.ts';

const GUIDE = 'docs/embedding.md';

test('the program of the guide prints what the guide says', verifies('library.hooks.types'), () => {
  const [program = ''] = blocksIn(GUIDE, 'ts', 1);
  const printed = execFileSync(
    process.execPath,
    ['--conditions=vitrine-source', '--input-type=module-typescript', '--eval', program],
    { cwd: join(ROOT, 'test'), encoding: 'utf8' },
  );
  expect(printed).toBe('a-1\nfailed, created\nvalidation_failed\n');
});
