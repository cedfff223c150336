import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ColumnCache, runSteps, type Steps, startOperation, textLookUps } from '@vitrine/storage-sql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COLUMN_OPERATIONS, randomQuestions } from '../../../test/columns/random-questions.ts';
import { rounds } from '../../../test/nightly.ts';
import { seeded, seededRun } from '../../../test/seeded.ts';
import { fixed, openConnection } from './connections/connection.ts';
import { findAmongCandidates } from './dialect/find-among-candidates.ts';
import { sqliteChanges } from './dialect/sqlite-changes.ts';
import { sqliteDialect } from './dialect/sqlite-dialect.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';
import { RECORDS_MAX } from './dialect/sqlite-layout.ts';
import { sqliteStorage } from './sqlite-storage.ts';

/** Comparisons, fewer on a busy machine, and the milliseconds that they take at most. */
const COMPARISONS = { wanted: rounds(100, 300), least: rounds(20, 60) };
const COMPARED_MS = rounds(10_000, 30_000);
const STORES = 2;

const draw = seededRun();
const { below, namedRecords, randomQuestion } = randomQuestions(draw);

/** Inserts, updates and deletes records in transactions of which some are rolled back, and trims the log. */
const WRITER = `
  const [path, library, seed] = process.argv.slice(1);
  const draw = (${seeded})(Number(seed));
  const db = new (require(library))(path, { timeout: 5000 });
  db.pragma('synchronous = OFF');
  const take = db.prepare('UPDATE record_numbers SET last = last + 1 WHERE store_number = ? RETURNING last').pluck();
  const insert = db.prepare("INSERT INTO records (seq, id, created_at, updated_at, n0, n1, t0, t1) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const update = db.prepare('UPDATE records SET n0 = ?, t0 = ?, t1 = ? WHERE seq = ?');
  const remove = db.prepare('DELETE FROM records WHERE seq = ?');
  const trim = db.prepare('DELETE FROM changed_records WHERE change < (SELECT max(change) FROM changed_records) - 30');
  const number = () => (draw() < 0.1 ? null : Math.floor(draw() * 1000));
  const text = () => (draw() < 0.1 ? null : 'text ' + Math.floor(draw() * 40));
  const name = () => (draw() < 0.1 ? null : 'name ' + Math.floor(draw() * 500));
  setInterval(() => {
    db.exec('BEGIN IMMEDIATE');
    for (let i = 1 + Math.floor(draw() * 20); i > 0; i--) {
      const last = take.get(1 + Math.floor(draw() * ${STORES}));
      const older = last - Math.floor(draw() * 300);
      const kind = draw();
      if (kind < 0.6) insert.run(last, 'r' + last, 1, 1, number(), number(), text(), name());
      else if (kind < 0.85) update.run(number(), text(), name(), older);
      else remove.run(older);
    }
    if (draw() < 0.1) trim.run();
    db.exec(draw() < 0.1 ? 'ROLLBACK' : 'COMMIT');
  }, 4);
`;

function startWriter(path: string): ChildProcess {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  return spawn(process.execPath, ['-e', WRITER, path, library, String(below(2 ** 31))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

test('columns and SQL return the same in one snapshot while two processes write and are killed', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-stress-'));
  const path = join(folder, 'data.db');
  const storage = sqliteStorage({ path, columnBytes: 0 });
  await storage.migrate();
  const connection = openConnection({ path, role: 'write' });
  for (let store = 1; store <= STORES; store++) {
    connection.execute(
      fixed(`INSERT INTO record_numbers (store_number, last) VALUES (${store}, ${store * RECORDS_MAX})`),
    );
  }
  connection.close();
  const reader = openConnection({ path, role: 'read' });
  const options = { bytes: 4 * 1024 * 1024, recordsMin: 0, codesMax: 20, isEager: false };
  const cache = new ColumnCache(sqliteDialect, sqliteChanges, options, () => undefined);
  const writers = [startWriter(path), startWriter(path)];
  onTestFinished(() => {
    for (const writer of writers) writer.kill('SIGKILL');
  });

  function inSnapshot<Result>(read: () => Result): Result {
    reader.execute(fixed('BEGIN'));
    try {
      return read();
    } finally {
      reader.execute(fixed('COMMIT'));
    }
  }
  const run = <Result>(steps: Steps<Result>) => runSteps(steps, reader.execute);

  const newest = () => reader.execute(fixed('SELECT max(change) FROM changed_records'))[0]?.[0];
  await vi.waitFor(() => expect(newest()).toBeGreaterThan(100), { timeout: 60_000, interval: 20 });
  const lookUps = textLookUps();
  let compared = 0;
  const answered = new Set<string>();
  let lookedUp = 0;

  /** Compares pages that are looked up in what was published some snapshots ago. */
  function lookUp(): void {
    for (const args of Array.from({ length: 10 }, () => namedRecords(STORES))) {
      const candidates = lookUps.candidates(args);
      if (candidates === null) continue;
      inSnapshot(() => {
        const found = run(findAmongCandidates(sqliteDialect, { ...args, candidates }));
        if (found === null) return;
        const expected = run(startOperation(sqliteEngine, 'findRecords', args));
        expect(found, JSON.stringify(args)).toEqual(expected);
        lookedUp++;
      });
    }
  }

  const until = performance.now() + COMPARED_MS;
  while (compared < COMPARISONS.wanted && (performance.now() < until || compared < COMPARISONS.least)) {
    const asked = randomQuestion(STORES, (store) => store * RECORDS_MAX + below(1_000));
    inSnapshot(() => {
      const reply = run(cache.answer({ search: asked, spent: 1e9, saved: 1, published: null }));
      if (!('result' in reply)) return;
      lookUps.answered(asked.args.storeNumber, reply.published);
      const expected = run<unknown>(startOperation(sqliteEngine, asked.name, asked.args as never));
      expect(reply.result, JSON.stringify(asked)).toEqual(expected);
      answered.add(asked.name);
      compared++;
    });
    lookUp();
    if (cache.hasWork) inSnapshot(() => run(cache.work()));
    // Now and then the log is trimmed before it is read.
    await new Promise((resolve) => setTimeout(resolve, draw() < 0.02 ? 400 : draw() * 5));
    if (writers.length === 2 && compared > COMPARISONS.least / 2) {
      writers[0]?.kill('SIGKILL');
      writers.push(startWriter(path));
    }
  }
  for (const writer of writers) writer.kill('SIGKILL');
  reader.close();
  await storage.close();
  rmSync(folder, { recursive: true });
  expect(cache.use.loads).toBeGreaterThan(1);
  expect(lookedUp).toBeGreaterThan(1);
  expect([...answered].sort()).toEqual(COLUMN_OPERATIONS);
});
