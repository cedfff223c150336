import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { AttackedServer } from './attacked-server.ts';

const MEBIBYTE = 1024 * 1024;
const HALF_REQUESTS = 150;
const STALLED_UPLOADS = 4;
const SHORT_BODIES = 60;
/** Bodies and uploads are cut off after 30 s, and checked every few seconds. */
const CUT_WITHIN_MS = 40_000;

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s: clients that start requests, stop, and ignore the close use no resources for long and delay no other client',
  verifies('operations.deadlines'),
  async (kind) => {
    const attacked = await AttackedServer.start(kind);
    onTestFinished(() => attacked.end());
    const { pid, attacker } = attacked;
    const files = () => readdirSync(`/proc/${pid}/fd`).length;
    const upload = async () => {
      const form = new FormData();
      form.append('file', new Blob(['no picture']), 'x.png');
      const headers = { authorization: `Bearer ${attacker.key}` };
      const response = await fetch(`${attacked.url}/admin/images`, { method: 'POST', headers, body: form });
      await response.text();
      return response.status;
    };
    // Modules that the first upload loads don't count as growth.
    expect(await upload()).toBe(400);
    const before = files();

    await attacked.attack('requests that never end', async () => {
      for (let i = 0; i < HALF_REQUESTS; i++) attacked.connect().resume().write('GET / HT');
      const stall = { method: 'POST', key: attacker.key };
      for (let i = 0; i < STALLED_UPLOADS; i++) {
        const contentType = 'multipart/form-data; boundary=B';
        const start = { path: '/admin/images', contentType, body: '--B\r\n', length: 1_000_000 };
        attacked.askAndStall({ ...stall, ...start }).resume();
      }
      const body = ' '.repeat(4 * MEBIBYTE - 1);
      for (let i = 0; i < SHORT_BODIES; i++) {
        attacked.askAndStall({ ...stall, path: '/v2/stores', body, length: body.length + 1 }).resume();
        await wait(20);
      }
      await wait(CUT_WITHIN_MS);
    });
    expect(files()).toBeLessThan(before + 20);
    expect(await upload()).toBe(400);
  },
);
