import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { probe, residentBytes } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { arrangeTwoTenants, type Tenant } from './two-tenants.ts';

const RECORDS = 1_005;
const MB = 1024 * 1024;
/** A scan ends after 10 s; the rest is a margin for a loaded machine. */
const SCAN_ENDS = 10_000 + 4_000;
const HEALTH_WITHIN = 500;
const NEIGHBOUR_WITHIN = 5_000;
const MEMORY_SLACK = 60 * MB;
/** A client that reads nothing is cut off after 30 s. */
const READER_CUT = 30_000 + 10_000;

interface Place {
  readonly url: string;
  open(): Storage;
  drop(): Promise<void>;
}

async function sqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-heavy-'));
  const path = join(folder, 'data.db');
  return {
    url: `sqlite:${path}`,
    open: () => sqliteStorage({ path }),
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

async function postgresPlace(): Promise<Place> {
  const database = await createTestDatabase();
  return { url: database.url, open: () => postgresStorage({ url: database.url }), drop: database.drop };
}

const FILTERS = Array.from({ length: 50 }, (_, i) => ({
  field: ['a', 'b', 'c', 'd'][i % 4],
  op: 'contains',
  value: `ipsumq lorem ${i}`,
}));

describe.each([
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
] as const)('reads of a whole store of 260 MB, on %s', (name, makePlace) => {
  let place: Place;
  let server: ServerProcess;
  let heavy: Tenant;
  let neighbour: Tenant;

  beforeAll(async () => {
    place = await makePlace();
    ({ heavy, neighbour } = await arrangeTwoTenants(place.open(), RECORDS));
    server = await start();
  }, 300_000);
  afterAll(async () => {
    await server.end('SIGKILL');
    await place.drop();
  });

  async function start(): Promise<ServerProcess> {
    const started = await startProcess({ VITRINE_DATABASE_URL: place.url, VITRINE_LOG_LEVEL: 'error' });
    // Memory that the first requests allocate is not caused by an attack.
    for (let i = 0; i < 30; i++) await search(started, neighbour);
    return started;
  }

  function pid(): number {
    const { pid: found } = server.child;
    if (found === undefined) throw new Error('the server has no process');
    return found;
  }

  function post(to: ServerProcess, tenant: Tenant, path: string, body: object, signal?: AbortSignal) {
    return fetch(`${to.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  const search = async (to: ServerProcess, tenant: Tenant) => {
    const filters = [{ field: 'a', op: 'contains', value: 'small 9' }];
    const response = await post(to, tenant, `/v2/stores/${tenant.storeId}/records/search`, { filters });
    await response.arrayBuffer();
    return response.status;
  };

  const count = async (signal?: AbortSignal) => {
    const path = `/v2/stores/${heavy.storeId}/records/count`;
    const response = await post(server, heavy, path, { filters: FILTERS, match: 'any' }, signal);
    await response.arrayBuffer();
    return response.status;
  };

  /** Returns the slowest of a neighbour's searches, which are sent one after the other until the attack is over. */
  async function neighbourDuring(attack: Promise<unknown>): Promise<number> {
    let slowest = 0;
    let over = false;
    const end = () => {
      over = true;
    };
    attack.then(end, end);
    while (!over) {
      const from = performance.now();
      expect(await search(server, neighbour)).toBe(200);
      slowest = Math.max(slowest, performance.now() - from);
      await wait(100);
    }
    return slowest;
  }

  /** Runs an attack, prints its effects on others, and checks their bounds. */
  async function attack<Result>(title: string, act: () => Promise<Result>): Promise<Result> {
    const { result, slowest, took, rssBefore, rssAfter } = await probe(
      server.url,
      async () => {
        const acting = act();
        const [done, search] = await Promise.all([acting, neighbourDuring(acting)]);
        return { done, search };
      },
      { pid: pid() },
    );
    const growth = (rssAfter - rssBefore) / MB;
    console.log(
      `${name}, ${title}: ${Math.round(took)} ms; healthz ${Math.round(slowest)} ms, another account's search ${Math.round(result.search)} ms, memory ${growth.toFixed(0)} MB more`,
    );
    expect(slowest).toBeLessThan(HEALTH_WITHIN);
    expect(result.search).toBeLessThan(NEIGHBOUR_WITHIN);
    return result.done;
  }

  /** Waits at most 40 s for the memory to be freed. */
  async function expectMemoryBack(before: number): Promise<void> {
    let more = 0;
    for (let i = 0; i < 40; i++) {
      more = residentBytes(pid()) - before;
      if (more < MEMORY_SLACK) break;
      await wait(1_000);
    }
    console.log(`${name}: ${(more / MB).toFixed(0)} MB more than before`);
    expect(more).toBeLessThan(MEMORY_SLACK);
  }

  /** Opens a connection that sends a request of the heavy account and reads nothing. */
  function askAndStall(path: string, method = 'GET', body = ''): Socket {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.on('error', () => undefined);
    const head = [
      `${method} /v2/stores/${heavy.storeId}/records${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${heavy.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }

  test('twelve heavy counts end in time, while others are served', async () => {
    const statuses = await attack('twelve heavy counts', async () => {
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
    const before = processorTime(pid());
    await wait(1_000);
    expect(processorTime(pid()) - before).toBeLessThan(0.3);
  });

  test.each([
    ['forty unread list pages', () => askAndStall('?limit=100')],
    ['forty unread searches', () => askAndStall('/search', 'POST', '{"limit":100}')],
  ])('%s delay no other client and keep no memory', async (title, ask) => {
    const before = residentBytes(pid());
    await attack(title, async () => {
      const sockets = Array.from({ length: 40 }, ask);
      await wait(5_000);
      for (const socket of sockets) socket.destroy();
    });
    await expectMemoryBack(before);
  });

  test('six exports that are read at full speed delay no other client and keep no memory', async () => {
    const before = residentBytes(pid());
    await attack('six exports', async () => {
      const sockets = Array.from({ length: 6 }, () => askAndStall('/export'));
      for (const socket of sockets) socket.resume();
      await wait(5_000);
      for (const socket of sockets) socket.destroy();
    });
    await expectMemoryBack(before);
  });

  test('a batch of fifty searches by an agent delays no other client and keeps no memory', async () => {
    const before = residentBytes(pid());
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'store_query', arguments: { mode: 'search', storeId: heavy.storeId, limit: 50 } },
    });
    const status = await attack('a batch of fifty searches', async () => {
      const messages = Array.from({ length: 50 }, (_, i) => call(i));
      const response = await post(server, heavy, '/store_mcp', messages);
      await response.arrayBuffer();
      return response.status;
    });
    expect(status).toBe(200);
    await expectMemoryBack(before);
  });

  test('unread exports block no other export, and are cut off', async () => {
    const before = residentBytes(pid());
    const sockets = await attack('six unread exports', async () => {
      const opened = Array.from({ length: 6 }, () => askAndStall('/export'));
      await wait(2_000);
      const response = await fetch(`${server.url}/v2/stores/${neighbour.storeId}/records/export`, {
        headers: { authorization: `Bearer ${neighbour.key}` },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveLength(100);
      return opened;
    });
    await expect
      .poll(async () => (await (await fetch(`${server.url}/metrics`)).text()).includes(NO_EXPORT), {
        timeout: READER_CUT,
        interval: 1_000,
      })
      .toBe(true);
    for (const socket of sockets) socket.destroy();
    await expectMemoryBack(before);
  });

  test('SIGTERM ends the process during heavy counts', async () => {
    const asked = Array.from({ length: 12 }, () => count().catch(() => 0));
    await wait(300);
    const from = performance.now();
    await server.end('SIGTERM');
    const took = performance.now() - from;
    console.log(`${name}: SIGTERM under heavy counts took ${Math.round(took)} ms`);
    expect(took).toBeLessThan(11_500);
    await Promise.all(asked);
    server = await start();
  });
});

const NO_EXPORT = 'vitrine_turns_running{queue="exports"} 0';

/**
 * Returns the seconds of processor time that all threads of the process have used (on Linux, in hundredths of a
 * second).
 */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
