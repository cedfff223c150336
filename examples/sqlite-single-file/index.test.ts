import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Runs the example until `use` is done with the line that it prints, then asks it to stop. */
async function withExample(file: string, use: (curl: string) => void): Promise<void> {
  const program = fileURLToPath(new URL('./index.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=vitrine-source', program, file, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    use(line);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}

test('the printed line works when pasted, and the account is the same after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-example-'));
  const answers: string[] = [];
  const paste = (curl: string) => {
    const answer = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }));
    expect(answer).toMatchObject({ accountName: 'Example', scope: 'account' });
    answers.push(answer.accountId);
  };
  try {
    await withExample(join(folder, 'test.db'), paste);
    await withExample(join(folder, 'test.db'), paste);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(new Set(answers).size).toBe(1);
});
