import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { runNiced } from './run-program.ts';

// A process without privileges that tried to go back to a higher priority would be refused.
test.runIf(process.platform === 'linux')(
  'a program that is started with a low priority searches and draws, and no thread of it has a higher one',
  verifies('library.low-priority'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-low-priority-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const printed = await runNiced(10, 'low-priority-program.ts', join(folder, 'data.db'));
    expect(printed).toBe(`4990 counted, drawn, niceness ${Math.min(getPriority() + 10, 19)}\n`);
  },
);
