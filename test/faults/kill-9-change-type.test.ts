import { accountPrincipal, createVitrine } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';
import { killAtStatement } from './killed-process.ts';

const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;
const RECORDS = 12;

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a process that is killed at any statement of a change of type leaves the old values or the new ones, on %s',
  { ...verifies('properties.type.kill'), timeout: TIMEOUT },
  async (kind) => {
    const place = await makeDatabasePlace(kind);
    let now = Date.now();
    const vitrine = await createVitrine({ storage: place.open(), clock: () => now });
    try {
      const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
      const outcomes = new Map<string, number>();
      for (let statement = 1; statement < STATEMENTS_MAX; statement++) {
        const { id } = await vitrine.stores.create(me, {
          name: `S${statement}`,
          properties: [
            { name: 'sku', type: 'string', unique: true },
            { name: 'price', type: 'string' },
          ],
        });
        const records = Array.from({ length: RECORDS }, (_, i) => ({ sku: `s${i}`, price: String(i) }));
        await vitrine.records.batchUpsert(me, id, { records });
        const script = new URL('./type-changer.ts', import.meta.url);
        const isKilled = await killAtStatement(script, [place.url, me.accountId, id], statement);
        const read = async () => {
          const { properties } = await vitrine.stores.get(me, id);
          const { items } = await vitrine.records.list(me, id, { sortBy: 'date_created', sortDir: 'asc' });
          return { property: properties[1], prices: items.map(({ price }) => price) };
        };
        const { property, prices } = await read();
        const isPatched = Number(prices[1]) === 100;
        const wanted = Array.from({ length: RECORDS }, (_, i) => (i === 1 && isPatched ? 100 : i));
        expect(prices).toEqual(property?.type === 'number' ? wanted : wanted.map(String));
        const outcome = `${property?.type}${property?.becoming === undefined ? '' : ', becoming'}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        // The lease of a killed worker ends, and the job goes on.
        now += 3_600_000;
        while ((await vitrine.runDueJobs()) > 0);
        const after = await read();
        if (outcome === 'string') expect(after.prices).toEqual(prices);
        else expect([after.property?.type, after.prices]).toEqual(['number', wanted]);
        if (!isKilled) break;
      }
      console.log({ kind, kills: Object.fromEntries(outcomes) });
      expect([...outcomes.keys()].toSorted()).toEqual(['number', 'string', 'string, becoming']);
    } finally {
      await vitrine.close();
      await place.drop();
    }
  },
);
