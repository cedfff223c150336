import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { startLoad } from './restart-load.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY, compare, createStore, readAll, recordOf, request } from './versioned-records.ts';

test(
  "two servers on one SQLite file see each other's writes at once, and lose nothing when one is killed under load",
  verifies('operations.acknowledged-writes'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-two-'));
    const path = join(folder, 'vitrine.db');
    const environment = {
      VITRINE_DATABASE_URL: `sqlite:${path}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    };
    // Both start at once without a file: one of them creates and migrates it.
    const [one, two] = await Promise.all([startProcess(environment), startProcess(environment)]);
    let three = two;
    try {
      const [ofOne, ofTwo, shared] = [await createStore(one), await createStore(two), await createStore(one)];
      const loads = [startLoad(one, ofOne), startLoad(two, ofTwo)] as const;

      // In turns, each server must see the write that the other has just acknowledged.
      for (let turn = 0; turn < 50; turn++) {
        const [writer, reader] = turn % 2 === 0 ? [one, two] : [two, one];
        const { status } = await request(writer, 'POST', `/${shared}/records`, recordOf(`turn-${turn}`, 1));
        expect(status).toBe(201);
        expect((await request(reader, 'GET', `/${shared}/records/turn-${turn}`)).status).toBe(200);
      }

      await Promise.all(loads.map((load) => load.allServed()));
      await two.end('SIGKILL');
      await loads[0].allServed();
      await wait(500);
      three = await startProcess(environment);
      await Promise.all(loads.map((load) => load.stop()));

      const records = { ofOne: await readAll(three, ofOne), ofTwo: await readAll(one, ofTwo) };
      console.log({
        acknowledged: loads.map((load) => load.acknowledged),
        found: [records.ofOne.length, records.ofTwo.length],
        slowestOfTheOneThatStayed: Math.round(loads[0].slowest),
      });
      expect(loads[0].faults).toEqual([]);
      expect(compare(records.ofOne, loads[0].expected)).toEqual([]);
      expect(compare(records.ofTwo, loads[1].expected)).toEqual([]);
      for (const load of loads) expect(load.acknowledged).toBeGreaterThan(100);
      const database = new Database(path, { readonly: true });
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      database.close();
    } finally {
      await Promise.all([one, two, three].map((server) => server.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
