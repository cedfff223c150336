import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AttackedServer } from './attacked-server.ts';

const RECORDS = 1_005;
/** A scan ends after 10 s; the rest is a margin for a loaded machine. */
const SCAN_ENDS = 10_000 + 4_000;
/** A client that reads nothing is cut off after 30 s. */
const READER_CUT = 30_000 + 10_000;
const STOP_WITHIN = 10_000;
const NO_EXPORT = 'vitrine_turns_running{queue="exports"} 0';

const FILTERS = Array.from({ length: 50 }, (_, i) => ({
  field: ['a', 'b', 'c', 'd'][i % 4],
  op: 'contains',
  value: `ipsumq lorem ${i}`,
}));

describe.each(['SQLite', 'PostgreSQL'] as const)('reads of a whole store of 260 MB, on %s', (kind) => {
  let attacked: AttackedServer;
  let records: string;

  beforeAll(async () => {
    attacked = await AttackedServer.start(kind, { records: RECORDS });
    records = `/v2/stores/${attacked.attacker.storeId}/records`;
  }, 300_000);
  afterAll(() => attacked.end());

  const count = async (signal?: AbortSignal) => {
    const body = { filters: FILTERS, match: 'any' };
    const response = await attacked.post(attacked.attacker, `${records}/count`, body, signal);
    await response.arrayBuffer();
    return response.status;
  };

  /** Opens a connection that sends a request of the attacking account and reads nothing. */
  function askAndStall(path: string, method = 'GET', body = '') {
    return attacked.askAndStall({ method, path: records + path, key: attacked.attacker.key, body });
  }

  test('twelve heavy counts end in time, while others are served', async () => {
    const statuses = await attacked.attack('twelve heavy counts', async () => {
      const from = performance.now();
      const ended = await Promise.all(Array.from({ length: 12 }, () => count()));
      expect(performance.now() - from).toBeLessThan(SCAN_ENDS);
      return ended;
    });
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  });

  test('counts are cancelled when their callers disconnect', async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: 12 }, () => count(leaving.signal).catch(() => 0));
    await wait(500);
    leaving.abort();
    await Promise.all(asked);
    await wait(1_500);
    const before = processorTime(attacked.pid);
    await wait(1_000);
    expect(processorTime(attacked.pid) - before).toBeLessThan(0.3);
  });

  test.each([
    ['forty unread list pages', () => askAndStall('?limit=100')],
    ['forty unread searches', () => askAndStall('/search', 'POST', '{"limit":100}')],
  ])('%s delay no other client and keep no memory', async (title, ask) => {
    await attacked.attack(title, async () => {
      const sockets = Array.from({ length: 40 }, ask);
      await wait(5_000);
      for (const socket of sockets) socket.destroy();
    });
  });

  test('six exports that are read at full speed delay no other client and keep no memory', async () => {
    await attacked.attack('six exports', async () => {
      const sockets = Array.from({ length: 6 }, () => askAndStall('/export'));
      for (const socket of sockets) socket.resume();
      await wait(5_000);
      for (const socket of sockets) socket.destroy();
    });
  });

  test('a batch of fifty searches by an agent delays no other client and keeps no memory', async () => {
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: 'store_query',
        arguments: { mode: 'search', storeId: attacked.attacker.storeId, limit: 50 },
      },
    });
    const status = await attacked.attack('a batch of fifty searches', async () => {
      const messages = Array.from({ length: 50 }, (_, i) => call(i));
      const response = await attacked.post(attacked.attacker, '/store_mcp', messages);
      await response.arrayBuffer();
      return response.status;
    });
    expect(status).toBe(200);
  });

  test('unread exports block no other export, are cut off, and keep no memory', async () => {
    await attacked.attack('six unread exports', async () => {
      const sockets = Array.from({ length: 6 }, () => askAndStall('/export'));
      await wait(2_000);
      const { storeId, key } = attacked.neighbour;
      const response = await fetch(`${attacked.url}/v2/stores/${storeId}/records/export`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveLength(100);
      await expect
        .poll(async () => (await attacked.metrics()).includes(NO_EXPORT), {
          timeout: READER_CUT,
          interval: 1_000,
        })
        .toBe(true);
      for (const socket of sockets) socket.destroy();
    });
  });

  test('SIGTERM ends the process during heavy counts', async () => {
    const asked = Array.from({ length: 12 }, () => count().catch(() => 0));
    await wait(300);
    const from = performance.now();
    await attacked.server.end('SIGTERM');
    const took = performance.now() - from;
    console.log(`${kind}: SIGTERM under heavy counts took ${Math.round(took)} ms`);
    expect(took).toBeLessThan(STOP_WITHIN);
    await Promise.all(asked);
  });
});

/**
 * Returns the seconds of processor time that all threads of the process have used (on Linux, in hundredths of a
 * second).
 */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
