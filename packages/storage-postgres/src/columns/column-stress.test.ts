import { setTimeout as pause } from 'node:timers/promises';
import { ColumnCache, type Steps, startOperation, textLookUps } from '@vitrine/storage-sql';
import pg from 'pg';
import { expect, test } from 'vitest';
import { COLUMN_OPERATIONS, randomQuestions } from '../../../../test/columns/random-questions.ts';
import { rounds } from '../../../../test/nightly.ts';
import { createTestDatabase } from '../../../../test/postgres/database.ts';
import { inSnapshot, stepsInSnapshot } from '../../../../test/postgres/snapshot.ts';
import { seededRun } from '../../../../test/seeded.ts';
import { openConnection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';
import { profileOf } from '../dialect/backends.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { postgresStorage } from '../postgres-storage.ts';
import { postgresChanges } from './change-log.ts';
import { findAmongCandidates } from './find-among-candidates.ts';
import { trimChanges } from './trim-changes.ts';

/** Comparisons, fewer on a busy machine, and the milliseconds that they take at most. */
const COMPARISONS = { wanted: rounds(100, 300), least: rounds(20, 60) };
const COMPARED_MS = rounds(10_000, 30_000);
const STORES = 2;
const WRITERS = 5;
const engine = postgresEngine(profileOf('postgres'));

const draw = seededRun();
const { below, pick, randomName, namedRecords, randomQuestion } = randomQuestions(draw);

const number = () => (draw() < 0.1 ? null : below(1_000));
const words = () => (draw() < 0.1 ? null : `text ${below(40)}`);

const INSERT = `
  INSERT INTO records (store_id, seq, id, created_at, updated_at, n0, n1, t0, t1)
  SELECT $1, number, 'r' || number, 1, 1, $2::float8, $3::float8, $4, $5
  FROM (SELECT nextval('records_numbers') AS number FROM generate_series(1, $6::int)) AS drawn`;
const UPDATE = `
  UPDATE records SET n0 = $2, t0 = $3, t1 = $4 WHERE store_id = $1 AND seq % 50 = $5 AND seq > $6`;
/** As an upsert that replaces an expired record. */
const REPLACE = `
  UPDATE records SET seq = nextval('records_numbers'), n0 = $2
  WHERE store_id = $1 AND seq = (SELECT max(seq) - $3 FROM records WHERE store_id = $1)`;
const DELETE = 'DELETE FROM records WHERE store_id = $1 AND seq % 40 = $2 AND seq > $3';

/** Writes in transactions that overlap, commit in another order than they draw numbers, and are partly rolled back. */
async function write(url: string, isOver: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET synchronous_commit = off');
  while (!isOver()) {
    await client.query(pick(['BEGIN', 'BEGIN', 'BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ']));
    try {
      for (let i = 1 + below(3); i > 0; i--) {
        const store = `store-${1 + below(STORES)}`;
        const last = Number(
          (await client.query('SELECT last_value FROM records_numbers')).rows[0].last_value,
        );
        const kind = draw();
        if (kind < 0.55)
          await client.query(INSERT, [store, number(), number(), words(), randomName(), 1 + below(8)]);
        else if (kind < 0.8)
          await client.query(UPDATE, [store, number(), words(), randomName(), below(50), last - 300]);
        else if (kind < 0.85) await client.query(REPLACE, [store, number(), below(20)]);
        else await client.query(DELETE, [store, below(40), last - 300]);
        if (draw() < 0.3) await pause(below(30));
      }
      await client.query(draw() < 0.15 ? 'ROLLBACK' : 'COMMIT');
    } catch {
      // A deadlock or a serialization failure.
      await client.query('ROLLBACK');
    }
  }
  await client.end();
}

test('columns and SQL return the same in one snapshot while transactions overlap and the log is trimmed', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase({ migrated: true });
  const storage = postgresStorage({ url: database.url, columnBytes: 0 });
  await storage.migrate();
  await storage.close();
  const open = (role: 'read' | 'write') =>
    openConnection({ config: { connectionString: database.url }, role, onEnd: () => undefined });
  const reader = await open('read');
  const other = await open('write');
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, () => write(database.url, () => isOver));
  const endTrims = trimChanges(engine, other.execute, 60);
  const options = { bytes: 4 * 1024 * 1024, recordsMin: 0, codesMax: 20, isEager: false };
  const cache = new ColumnCache(engine, postgresChanges(), options, () => undefined);

  const run = <Result>(steps: Steps<Result>) => finish(steps, reader.execute);

  const lookUps = textLookUps();
  let compared = 0;
  const answered = new Set<string>();
  let asked = 0;
  let lookedUp = 0;

  /** Compares pages that are looked up in what was published some snapshots ago. */
  async function lookUp(): Promise<void> {
    for (const args of Array.from({ length: 5 }, () => namedRecords(STORES))) {
      const candidates = lookUps.candidates(args);
      if (candidates === null) continue;
      await inSnapshot(reader, async () => {
        const found = await run(findAmongCandidates(engine, { ...args, candidates }));
        if (found === null) return;
        const expected = await run(startOperation(engine, 'findRecords', args));
        expect(found, JSON.stringify(args)).toEqual(expected);
        lookedUp++;
      });
    }
  }

  const until = performance.now() + COMPARED_MS;
  while (compared < COMPARISONS.wanted && (performance.now() < until || compared < COMPARISONS.least)) {
    const [row] = await other.execute({ text: 'SELECT last_value FROM records_numbers', values: [] });
    const next = randomQuestion(STORES, () => Number(row?.[0]) - below(500));
    asked++;
    if (cache.mustWatch) await run(cache.watch());
    await inSnapshot(reader, async () => {
      const reply = await run(cache.answer({ search: next, spent: 1e9, saved: 1, published: null }));
      if (!('result' in reply)) return;
      lookUps.answered(next.args.storeNumber, reply.published);
      const expected = await run<unknown>(startOperation(engine, next.name, next.args as never));
      expect(reply.result, JSON.stringify(next)).toEqual(expected);
      answered.add(next.name);
      compared++;
    });
    await lookUp();
    if (cache.hasWork) await stepsInSnapshot(reader, cache.work());
    // Now and then the log is trimmed before it is read.
    await pause(draw() < 0.02 ? 400 : below(5));
  }
  isOver = true;
  await Promise.all(writers);
  endTrims();
  await Promise.all([reader.close(), other.close()]);
  await database.drop();
  expect(asked).toBeGreaterThan(compared);
  expect(cache.use.loads).toBeGreaterThan(0);
  expect(lookedUp).toBeGreaterThan(1);
  expect([...answered].sort()).toEqual(COLUMN_OPERATIONS);
});
