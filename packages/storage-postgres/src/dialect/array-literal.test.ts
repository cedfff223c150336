import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { toParameter } from './array-literal.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function read(type: string, values: readonly (string | number | null)[]): Promise<unknown> {
  const { rows } = await client.query(`SELECT to_jsonb($1::${type}[]) AS list`, [toParameter(values)]);
  return rows[0].list;
}

describe('a list as one literal', () => {
  test.each([
    [[]],
    [['']],
    [[null]],
    [['NULL', null, 'null', '"NULL"']],
    [['{', '}', ',', '{"a","b"}', ' blank ', '\\', '"', '\\"', "'", 'a\nb\tc', '$1', '😀 ß']],
  ])('of texts is read as it was: %j', async (texts) => {
    expect(await read('text', texts)).toEqual(texts);
  });

  test('returns any texts unchanged', async () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        expect(await read('text', texts)).toEqual(texts);
      }),
    );
  });

  test('returns numbers unchanged, to the last bit', async () => {
    // Core stores 0 for -0.
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(number)), async (numbers) => {
        const { rows } = await client.query('SELECT $1::float8[] AS list', [toParameter(numbers)]);
        expect(rows[0].list).toEqual(numbers);
      }),
    );
    expect(await read('bigint', [Number.MAX_SAFE_INTEGER, -1, null])).toEqual([9007199254740991, -1, null]);
  });

  test('is not made for lists with bytes or for single values', () => {
    const bytes = [Buffer.from([1]), null];
    expect(toParameter(bytes)).toBe(bytes);
    expect(toParameter('{not a list}')).toBe('{not a list}');
    expect(toParameter(null)).toBe(null);
  });
});
