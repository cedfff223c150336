import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReceiver } from '../e2e/webhook-receiver.ts';
import { verifies } from '../requirements.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const RECORDS = 1_000_000;
const TIMEOUT = 1_800_000;
/** MB: what the server needs for a file of any size. */
const PEAK_MAX = 500;

function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

test('an import of a million records is one entry of the log and one delivery, in bounded memory', {
  ...verifies('feed.entries', 'webhooks.data'),
  timeout: TIMEOUT,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-logged-import-'));
  const receiver = await startReceiver();
  const server = await startProcess({
    VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'error',
    VITRINE_ALLOW_PRIVATE_FETCH: 'true',
  });

  async function send<Body>(path: string, body?: object | string): Promise<Body> {
    const isFile = typeof body === 'string';
    const response = await fetch(`${server.url}/v2/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${ACCOUNT_KEY}`,
        'content-type': isFile ? 'text/csv' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  try {
    const properties = [
      { name: 'sku', type: 'string', unique: true },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ];
    const { id } = await send<{ id: string }>('stores', { name: 'Million', properties });
    const webhook = { url: receiver.url, events: ['*'], storeIds: [id] };
    const { secret } = await send<{ secret: string }>('webhooks', webhook);
    const { cursor } = await send<{ cursor: string }>(`stores/${id}/changes`);
    const rows = Array.from({ length: RECORDS }, (_, row) => `K${row},Title of ${row},${row % 1_000}\n`);
    const startedAt = performance.now();
    const { importId } = await send<{ importId: string }>(
      `stores/${id}/imports`,
      `sku,title,price\n${rows.join('')}`,
    );
    const status = async () => (await send<{ status: string }>(`stores/${id}/imports/${importId}`)).status;
    await expect.poll(status, { interval: 200, timeout: TIMEOUT }).not.toMatch(/queued|running/);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    await expect.poll(() => receiver.received.length).toBe(1);
    const { items } = await send<{ items: object[] }>(`stores/${id}/changes?since=${cursor}&limit=1000`);
    const imported = { type: 'records.imported', importId, created: RECORDS, updated: 0, refused: 0 };
    expect(items).toMatchObject([imported]);
    // Deliveries that would follow come within this time.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(receiver.take(secret, Date.now()).map(({ data }) => data)).toMatchObject([imported]);
    const peak = Math.round(peakMegabytes(server.child.pid ?? 0));
    console.log({ records: RECORDS, seconds, peakMB: peak });
    expect(peak).toBeLessThan(PEAK_MAX);
  } finally {
    await server.end('SIGKILL');
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
