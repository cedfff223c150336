import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AttackedServer } from './attacked-server.ts';
import { ImportClient } from './import-client.ts';

const MEBIBYTE = 1024 * 1024;
const BRACKETS = `${'['.repeat(2 * MEBIBYTE - 10)}${']'.repeat(2 * MEBIBYTE - 10)}\n`;
const MEMBERS = `{${Array.from({ length: 300_000 }, (_, at) => `"m${at}":0`).join(',')}}\n`;
const SPACES = `{"b":"${' '.repeat(3 * MEBIBYTE)}x"}\n`;
/** A megabyte of combining marks in the wrong order, whose normalization would take minutes. */
const MARKS = '\u0316\u0301'.repeat(MEBIBYTE / 4);

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a server on %s reads expensive files without delaying others:',
  (kind) => {
    let attacked: AttackedServer;
    let client: ImportClient;
    let storeId: string;

    beforeAll(async () => {
      attacked = await AttackedServer.start(kind);
      client = new ImportClient(attacked, attacked.attacker.key);
      const properties = [
        { name: 'a', type: 'string' },
        { name: 'yes', type: 'boolean' },
      ];
      storeId = (await client.post<{ id: string }>('', { name: 'S', properties })).id;
      // The first import loads modules, which the attack does not cause.
      await client.until(await client.start(storeId, 'a\n1\n'));
    }, 120_000);
    afterAll(() => attacked.end());

    test('half a million columns with the same name', async () => {
      const file = `${'a,'.repeat(500_000)}a\n`;
      await attacked.attack('half a million columns', async () => {
        await expect(client.file('/infer', file)).rejects.toThrow('400');
        await expect(client.start(storeId, file)).rejects.toThrow('400');
      });
    });

    test.each([
      ['two million brackets', BRACKETS],
      ['300,000 members', MEMBERS],
      ['three million spaces', SPACES],
    ])('records of %s, and the list of refused records', async (title, line) => {
      const file = `{"a":"1"}\n${line.repeat(3)}`;
      const refused = await attacked.attack(title, async () => {
        const path = await client.start(storeId, file, 'application/x-ndjson');
        expect(await client.until(path)).toMatchObject({ status: 'done', created: 1, refused: 3 });
        return client.text(`${path}/refused`);
      });
      expect(refused.startsWith('error,a')).toBe(true);
      expect(refused.match(/^"?(Expected|b:)/gm)).toHaveLength(3);
    });

    test('a cell of combining marks in a boolean column, uploaded with a store key', async () => {
      const key = await attacked.storeKey(storeId);
      const owner = new ImportClient(attacked, key);
      const state = await attacked.attack('a boolean of marks', async () => {
        const path = await owner.start(storeId, `a,yes\n1,true\n2,${MARKS}\n`);
        return owner.until(path);
      });
      expect(state).toMatchObject({ status: 'done', created: 1, refused: 1 });
    });
  },
);
