import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { probe } from './probe.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const MB = 1024 * 1024;
/** Just below the limit of 1 GiB. */
const FILE_BYTES = 1_000 * MB;
const LARGEST = 1_024 * MB;
/** More than the server needs for a few chunks in flight, and far less than the file. */
const PEAK_MAX = 450 * MB;
const HEALTH_WITHIN = 500;

const headers = { authorization: `Bearer ${ACCOUNT_KEY}` };

function peakBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no VmHWM.`);
  return Number(kilobytes) * 1024;
}

/** Yields a CSV file of that many bytes in pieces, each with other values. */
function* csv(bytes: number): Generator<Buffer> {
  const header = Buffer.from('sku,note\n');
  yield header;
  let left = bytes - header.length;
  for (let row = 0; left > 0; ) {
    let piece = '';
    while (piece.length < MB) piece += `k${row++},${'x'.repeat(1_000)}\n`;
    yield Buffer.from(piece).subarray(0, left);
    left -= piece.length;
  }
}

/** Sends the file as it is made, with its length or in chunks. Returns the body of the response. */
async function upload(url: string, bytes: number, isDeclared = true): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', ...(isDeclared ? { 'content-length': bytes } : {}) },
  };
  const sending = request(url, options, async (response) => {
    const body = await response.setEncoding('utf8').toArray();
    if (response.statusCode === 202) resolve(body.join(''));
    else reject(new Error(`${response.statusCode} ${body.join('')}`));
  }).once('error', reject);
  await Promise.all([pipeline(Readable.from(csv(bytes)), sending), promise]);
  return promise;
}

test(
  'a file of nearly 1 GiB is stored without being held in memory, and a larger one is refused at its end',
  verifies('import.start', 'import.size'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-large-import-'));
    const server = await startProcess({
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    });
    try {
      const created = await fetch(`${server.url}/v2/stores`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Large',
          properties: [
            { name: 'sku', type: 'string', unique: true },
            { name: 'note', type: 'string' },
          ],
        }),
      });
      const { id } = (await created.json()) as { id: string };
      const imports = `${server.url}/v2/stores/${id}/imports`;
      const uploaded = await probe(server.url, () => upload(imports, FILE_BYTES));
      const { importId } = JSON.parse(uploaded.result) as { importId: string };
      const found = await fetch(`${imports}/${importId}`, { headers });
      expect(await found.json()).toMatchObject({ bytes: FILE_BYTES });
      const cancelled = await fetch(`${imports}/${importId}`, { method: 'DELETE', headers });
      expect(cancelled.status).toBe(204);

      // Without a declared length the limit is met in the last megabytes.
      await expect(upload(imports, LARGEST + MB, false)).rejects.toThrow(/^413 /);
      const { items } = (await (await fetch(imports, { headers })).json()) as { items: unknown[] };
      expect(items).toHaveLength(1);
      const peak = peakBytes(server.child.pid ?? 0);
      console.log({
        seconds: Math.round(uploaded.took / 1_000),
        peakMB: Math.round(peak / MB),
        slowest: Math.round(uploaded.slowest),
      });
      expect(peak).toBeLessThan(PEAK_MAX);
      expect(uploaded.slowest).toBeLessThan(HEALTH_WITHIN);
    } finally {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
