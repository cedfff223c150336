import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { runProgram } from './run-program.ts';

test(
  'Vitrine serves in a worker thread, which may close it or be terminated, and the process ends',
  verifies('library.worker'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-worker-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'data.db');
    expect(await runProgram('worker-program.ts', file, 'terminate')).toBe('201 201 {"count":1}\nexit 1\n');
    expect(await runProgram('worker-program.ts', file, 'close')).toBe('201 201 {"count":2}\nexit 0\n');
  },
);
