import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { AttackedServer } from './attacked-server.ts';

const MEBIBYTE = 1024 * 1024;
/** Records of 260 kB in the exported store: far more than the buffers of a connection. */
const RECORDS = 105;
/** The size to which SQLite truncates the log when it reuses it from the start. */
const LOG_KEPT = 64 * MEBIBYTE;
/** A client that accepts no byte for 30 s is cut off; the rest is the interval of the check. */
const READER_CUT_MS = 35_000;
const BATCH = 40;
const TEXT_BYTES = 30_000;

test(
  'a stalled export is cut off, and keeps the log of SQLite from growing only for a moment',
  verifies('operations.deadlines', 'records.export.slow'),
  async () => {
    const attacked = await AttackedServer.start('SQLite', { records: RECORDS });
    onTestFinished(() => attacked.end());
    const { attacker } = attacked;
    const properties = [
      { name: 'k', type: 'string', unique: true },
      { name: 't', type: 'string' },
    ];
    const created = await attacked.post(attacker, '/v2/stores', { name: 'Written', properties });
    const { id } = (await created.json()) as { id: string };

    /** Replaces the same records, so that the database does not grow. */
    async function write(): Promise<void> {
      const text = () => randomBytes(TEXT_BYTES / 2).toString('hex');
      const records = Array.from({ length: BATCH }, (_, i) => ({ k: `k${i}`, t: text() }));
      const response = await attacked.post(attacker, `/v2/stores/${id}/records/batch`, { records });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const metric = async (name: string) => {
      const line = (await attacked.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1));
    };
    const logBytes = () => metric('vitrine_wal_bytes');
    const exportsRunning = () => metric('vitrine_turns_running{queue="exports"}');
    async function writeTimes(batches: number): Promise<void> {
      for (let i = 0; i < batches; i++) await write();
    }

    await writeTimes(60);
    const before = await logBytes();
    expect(before).toBeLessThan(LOG_KEPT);

    let largest = 0;
    let written = 0;
    const cutAfter = await attacked.attack('a stalled export beside writes', async () => {
      const from = performance.now();
      attacked.askAndStall({ path: `/v2/stores/${attacker.storeId}/records/export`, key: attacker.key });
      await expect.poll(exportsRunning).toBe(1);
      while ((await exportsRunning()) > 0) {
        expect(performance.now() - from).toBeLessThan(READER_CUT_MS);
        await write();
        written += BATCH * TEXT_BYTES;
        largest = Math.max(largest, await logBytes());
        await wait(200);
      }
      return performance.now() - from;
    });
    await writeTimes(60);
    const after = await logBytes();
    const rounded = Object.entries({ before, written, largest, after }).map(([name, bytes]) => [
      name,
      Math.round(bytes / MEBIBYTE),
    ]);
    console.log({ cutAfterSeconds: Math.round(cutAfter / 1_000), megabytes: Object.fromEntries(rounded) });
    // More was written than the log has: the export let go of its snapshot long before it was cut off.
    expect(largest).toBeLessThan(LOG_KEPT + 48 * MEBIBYTE);
    expect(after).toBeLessThanOrEqual(LOG_KEPT);
  },
);
