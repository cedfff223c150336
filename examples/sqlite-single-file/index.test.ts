import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Runs the example, passes the line that it prints to `use`, then stops it. */
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

test('prints a curl line that works, and keeps the account after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-example-'));
  const accountIds: string[] = [];
  const paste = (curl: string) => {
    const identity = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }));
    expect(identity).toMatchObject({ accountName: 'Example', scope: 'account' });
    accountIds.push(identity.accountId);
  };
  try {
    await withExample(join(folder, 'test.db'), paste);
    await withExample(join(folder, 'test.db'), paste);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(new Set(accountIds).size).toBe(1);
});
