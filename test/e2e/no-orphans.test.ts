import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProcess } from '../faults/server-process.ts';
import { verifies } from '../requirements.ts';
import { picture } from './samples.ts';

const KEY = `account-${'o'.repeat(43)}`;

/** Returns the processes that a process has started, in any of its threads. */
function childrenOf(pid: number | undefined): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed
    .split(' ')
    .filter((id) => id !== '')
    .map(Number);
}

/** A process that has ended is a zombie until its parent asks. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') === false;
}

test.runIf(process.platform === 'linux')(
  'a server is one process, and after SIGKILL its decoders end too',
  verifies('operations.no-orphans'),
  async () => {
    const server = await startProcess({ VITRINE_DATABASE_URL: 'memory:', VITRINE_ACCOUNT_KEY: KEY });
    try {
      expect(childrenOf(server.child.pid)).toEqual([]);
      const form = new FormData();
      form.set('file', new File([picture()], 'red.png', { type: 'image/png' }));
      const headers = { authorization: `Bearer ${KEY}` };
      const uploaded = await fetch(`${server.url}/admin/images`, { method: 'POST', headers, body: form });
      expect(uploaded.status).toBe(201);
      const decoders = childrenOf(server.child.pid);
      expect(decoders.length).toBeGreaterThan(0);
      await server.end('SIGKILL');
      await expect.poll(() => decoders.filter(isRunning)).toEqual([]);
    } finally {
      await server.end('SIGKILL');
    }
  },
);
