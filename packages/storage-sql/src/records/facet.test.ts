import type { Caller } from '@vitrine/core';
import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, PropertyRow, StoreRow } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { laneOf, type OperationArgs, type OperationName } from '../operations.ts';
import { recordSearches } from './answerers.ts';
import { sqlRecords } from './facet.ts';
import type { SearchDriver } from './reads/search-driver.ts';

const NAME: PropertyRow = {
  name: 'name',
  type: 'string',
  required: false,
  unique: false,
  description: null,
  slot: 't0',
};
const STORE = {
  id: 's',
  seq: 1,
  accountId: 'a',
  version: 1,
  recordTtl: null,
  properties: [NAME],
} as unknown as StoreRow;

/** Returns the operation that each search becomes, with its lane. */
async function operationsOf(...searches: Filter[]): Promise<string[]> {
  const ran: string[] = [];
  const run = async <Name extends OperationName>(name: Name, args: OperationArgs<Name>) => {
    ran.push(`${laneOf(name, args)} ${name}`);
    if (name === 'findNearRecords') return null;
    return name === 'getRecord' ? ['x', 1, 5, 5, 'text'] : { rows: [], more: false };
  };
  const inTurn: SearchDriver['inTurn'] = (_, __, work) =>
    work({
      limits: () => ({ milliseconds: 1, signal: undefined }),
      run: async (name) => {
        ran.push(`scan ${name}`);
        return { rows: [], more: false } as never;
      },
    });
  const driver = { run, look: run, inTurn, columns: null } as unknown as SearchDriver;
  const records = sqlRecords(driver, recordSearches(driver));
  for (const where of searches) {
    await records.find(STORE, { where, order: NEWEST_FIRST, after: null, limit: 2 }, 5);
  }
  return ran;
}

test('a search for one id is a look-up, any other filter is a scan', async () => {
  const id: Filter = { column: 'id', op: 'eq', value: 'x' };
  expect(
    await operationsOf(
      id,
      { all: [id] },
      { all: [id, { column: 't0', op: 'empty' }] },
      { any: [id] },
      { column: 'id', op: 'ne', value: 'x' },
      { column: 't0', op: 'eq', value: 'x' },
    ),
  ).toEqual([
    'read getRecord',
    'read getRecord',
    'scan findRecords',
    'attempt findNearRecords',
    'scan findRecords',
    'attempt findNearRecords',
    'scan findRecords',
    'attempt findNearRecords',
    'scan findRecords',
  ]);
});

test('a page reads the signal of its options only if the driver does, because reading it creates it', async () => {
  const callers: Caller[] = [];
  const driver = {
    async run(_name: OperationName, _args: unknown, caller: Caller) {
      callers.push(caller);
      return { rows: [], more: false };
    },
  } as unknown as SearchDriver;
  let reads = 0;
  const { signal } = new AbortController();
  const options = {
    get signal() {
      reads++;
      return signal;
    },
  };
  const page = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 2 };
  await sqlRecords(driver, recordSearches(driver)).find(STORE, page, 5, options);
  expect(reads).toBe(0);
  expect(callers.map((caller) => [caller.account, caller.signal])).toEqual([['a', signal]]);
});
