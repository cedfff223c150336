import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

/** The slowest response of `/healthz` during an attack, in milliseconds. */
const HEALTHZ_MS = 500;
/** Resident memory that an attack may leave behind, in bytes. */
const GROWTH = 400 * 1024 * 1024;

/** A quarter of a megabyte of combining marks in the wrong order. */
const MARKS = '\u0316\u0301'.repeat(60_000);
const MEMBERS = Array.from({ length: 300_000 }, (_, i) => `"m${i}":0`).join(',');

describe('a server refuses expensive bodies without delaying others:', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startProcess({
      VITRINE_DATABASE_URL: 'memory:',
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    });
    // The first requests compile contracts and load modules, which the attack does not cause.
    await post('/v2/timer-frames', '{}');
    await post('/v2/stores', '{}');
  });
  afterAll(() => server.end('SIGKILL'));

  async function post(path: string, body: string): Promise<number> {
    const headers = { Authorization: `Bearer ${ACCOUNT_KEY}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  }

  async function storeWithUrl(): Promise<string> {
    const headers = { Authorization: `Bearer ${ACCOUNT_KEY}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'S', properties: [{ name: 'link', type: 'url_link' }] });
    const response = await fetch(`${server.url}/v2/stores`, { method: 'POST', headers, body });
    return ((await response.json()) as { id: string }).id;
  }

  /** Sends the body a few times, one after the other, and expects that other clients are served meanwhile. */
  async function expectHarmless(path: string, body: string): Promise<void> {
    const measured = await probe(
      server.url,
      async () => {
        const statuses: number[] = [];
        for (let i = 0; i < 4; i++) statuses.push(await post(path, body));
        return statuses;
      },
      { pid: server.child.pid },
    );
    expect(measured.result).toEqual([400, 400, 400, 400]);
    expect(measured.slowest).toBeLessThan(HEALTHZ_MS);
    expect(measured.rssAfter - measured.rssBefore).toBeLessThan(GROWTH);
  }

  test('a property name of combining marks', async () => {
    const body = JSON.stringify({ name: 'S', properties: [{ name: `a${MARKS}`, type: 'string' }] });
    await expectHarmless('/v2/stores', body);
  });

  test('a URL whose host is made of combining marks', async () => {
    const url = `http://${MARKS}.example/`;
    await expectHarmless(`/v2/stores/${await storeWithUrl()}/records`, JSON.stringify({ link: url }));
    await expectHarmless('/v2/fonts/from-url', JSON.stringify({ url }));
  });

  test('300,000 unknown members, of a body and of a design', async () => {
    await expectHarmless('/v2/stores', `{${MEMBERS}}`);
    await expectHarmless('/v2/timer-frames', `{"conversationId":"c","design":{${MEMBERS}}}`);
  });

  test('two million elements where a hundred may be, and two million brackets', async () => {
    await expectHarmless('/v2/stores', `{"name":"S","properties":[${'0,'.repeat(2_000_000)}0]}`);
    await expectHarmless('/v2/stores', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`);
  });
});
