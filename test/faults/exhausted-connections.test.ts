import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { probe, residentBytes } from './probe.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const MEBIBYTE = 1024 * 1024;
const HALF_REQUESTS = 150;
const STALLED_UPLOADS = 4;
const SHORT_BODIES = 60;

async function makeDatabase(kind: 'sqlite' | 'postgres'): Promise<{ url: string; drop: () => unknown }> {
  if (kind === 'postgres') return createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-connections-'));
  return {
    url: `sqlite:${join(folder, 'vitrine.db')}`,
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test.each(['sqlite', 'postgres'] as const)(
  '%s: clients that start requests, stop, and ignore the close use no resources for long and delay no other client',
  verifies('operations.deadlines'),
  async (kind) => {
    const database = await makeDatabase(kind);
    const server = await startProcess({
      VITRINE_DATABASE_URL: database.url,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'fatal',
    });
    const sockets: Socket[] = [];
    try {
      const port = Number(new URL(server.url).port);
      const pid = server.child.pid ?? 0;
      const open = (text: string) => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => {}).resume();
        socket.write(text);
        sockets.push(socket);
        return socket;
      };
      const begin = (path: string, type: string, length: number) =>
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ACCOUNT_KEY}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
      const files = () => readdirSync(`/proc/${pid}/fd`).length;
      const upload = async () => {
        const form = new FormData();
        form.append('file', new Blob(['no picture']), 'x.png');
        const headers = { authorization: `Bearer ${ACCOUNT_KEY}` };
        const response = await fetch(`${server.url}/admin/images`, { method: 'POST', headers, body: form });
        await response.text();
        return response.status;
      };
      /** Sends ordinary requests with a body, because V8 collects garbage only while the server works. */
      const work = async (requests: number) => {
        const headers = { authorization: `Bearer ${ACCOUNT_KEY}`, 'content-type': 'application/json' };
        const body = `{}${' '.repeat(256 * 1024)}`;
        for (let i = 0; i < requests; i++) {
          const response = await fetch(`${server.url}/v2/stores`, { method: 'POST', headers, body });
          expect(response.status).toBe(400);
          await response.text();
        }
      };
      // Modules that the first requests load don't count as growth.
      expect(await upload()).toBe(400);
      await work(400);
      const before = { files: files(), bytes: residentBytes(pid) };

      const { slowest } = await probe(
        server.url,
        async () => {
          for (let i = 0; i < HALF_REQUESTS; i++) open('GET / HT');
          for (let i = 0; i < STALLED_UPLOADS; i++) {
            open(`${begin('/admin/images', 'multipart/form-data; boundary=B', 1_000_000)}--B\r\n`);
          }
          const body = Buffer.alloc(4 * MEBIBYTE - 1, 0x20);
          for (let i = 0; i < SHORT_BODIES; i++) {
            open(begin('/v2/stores', 'application/json', body.length + 1)).write(body);
            await wait(20);
          }
          await wait(40_000);
        },
        { every: 50 },
      );
      console.log({ kind, before, files: files(), bytes: residentBytes(pid), slowest: Math.round(slowest) });
      expect(slowest).toBeLessThan(500);
      expect(files()).toBeLessThan(before.files + 20);
      // A single value differs by 100 MB, because a collection may be just before it or just after it.
      await expect
        .poll(
          async () => {
            await work(50);
            return residentBytes(pid) - before.bytes;
          },
          { timeout: 30_000 },
        )
        .toBeLessThan(60 * MEBIBYTE);
      expect(await upload()).toBe(400);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.end('SIGKILL');
      await database.drop();
    }
  },
);
