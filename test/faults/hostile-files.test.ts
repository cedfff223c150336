import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportClient } from './import-client.ts';
import { probe } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

/** The slowest response of `/healthz` during an attack, in milliseconds. */
const HEALTHZ_MS = 500;

const MEBIBYTE = 1024 * 1024;
const BRACKETS = `${'['.repeat(2 * MEBIBYTE - 10)}${']'.repeat(2 * MEBIBYTE - 10)}\n`;
const MEMBERS = `{${Array.from({ length: 300_000 }, (_, at) => `"m${at}":0`).join(',')}}\n`;
const SPACES = `{"b":"${' '.repeat(3 * MEBIBYTE)}x"}\n`;

describe('a server reads expensive files without delaying others:', () => {
  let server: ServerProcess;
  let client: ImportClient;
  let storeId: string;

  beforeAll(async () => {
    server = await startProcess({
      VITRINE_DATABASE_URL: 'memory:',
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    });
    client = new ImportClient(server, ACCOUNT_KEY);
    const properties = [{ name: 'a', type: 'string' }];
    storeId = (await client.post<{ id: string }>('', { name: 'S', properties })).id;
    // The first import loads modules, which the attack does not cause.
    await client.until(await client.start(storeId, 'a\n1\n'));
  });
  afterAll(() => server.end('SIGKILL'));

  async function whileHealthy<Result>(attack: () => Promise<Result>): Promise<Result> {
    const { result, slowest } = await probe(server.url, attack);
    console.log({ test: expect.getState().currentTestName, slowestHealthz: Math.round(slowest) });
    expect(slowest).toBeLessThan(HEALTHZ_MS);
    return result;
  }

  test('half a million columns with the same name', async () => {
    const file = `${'a,'.repeat(500_000)}a\n`;
    await whileHealthy(async () => {
      await expect(client.file('/infer', file)).rejects.toThrow('400');
      await expect(client.start(storeId, file)).rejects.toThrow('400');
    });
  });

  test.each([
    ['two million brackets', BRACKETS],
    ['300,000 members', MEMBERS],
    ['three million spaces', SPACES],
  ])('records of %s, and the list of refused records', async (_, line) => {
    const file = `{"a":"1"}\n${line.repeat(3)}`;
    const refused = await whileHealthy(async () => {
      const path = await client.start(storeId, file, 'application/x-ndjson');
      expect(await client.until(path)).toMatchObject({ status: 'done', created: 1, refused: 3 });
      return client.text(`${path}/refused`);
    });
    expect(refused.startsWith('error,a')).toBe(true);
    expect(refused.match(/^"?(Expected|b:)/gm)).toHaveLength(3);
  });
});
