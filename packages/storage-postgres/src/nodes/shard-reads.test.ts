import type { Row, Statement } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import type { ConnectionPools } from '../connections/connection-pools.ts';
import { onShard, shardReads } from './shard-reads.ts';

const SHARD = { id: '102008', group: 2, table: 'records_102008' };
const GET: Statement = { text: 'SELECT id FROM records WHERE store_id = $1', values: ['s1'] };

/** Returns the result of a read, and the statements that ran in the way that Citus plans. */
async function readWith(direct: () => Promise<Row[]>) {
  const asked: Statement[] = [];
  const poolWith = (execute: (statement: Statement) => Promise<Row[]>) => ({ execute });
  const pools = {
    readers: poolWith(async (statement) => {
      expect(statement).toEqual(onShard(GET, SHARD));
      return direct();
    }),
    writers: poolWith(async (statement) => {
      asked.push(statement);
      return [['distributed']];
    }),
  } as unknown as Pick<ConnectionPools, 'readers' | 'writers'>;
  const rows = await shardReads(pools, SHARD)(GET);
  return { rows, asked };
}

describe('a read of a store on the node of its shard', () => {
  test('reads the table of the shard', async () => {
    expect(await readWith(async () => [['r1']])).toEqual({ rows: [['r1']], asked: [] });
  });

  test('is planned by Citus if the shard has no row, or has left the node', async () => {
    expect(await readWith(async () => [])).toEqual({ rows: [['distributed']], asked: [GET] });
  });

  test('is planned by Citus if the table of the shard was removed', async () => {
    const gone = Object.assign(new Error('relation "records_102008" does not exist'), { code: '42P01' });
    expect(await readWith(() => Promise.reject(gone))).toEqual({ rows: [['distributed']], asked: [GET] });
  });

  test('fails with other errors', async () => {
    const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    await expect(readWith(() => Promise.reject(lost))).rejects.toBe(lost);
  });
});
