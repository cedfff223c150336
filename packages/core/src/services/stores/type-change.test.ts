import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { ChangePropertyTypeRequest } from '../../contracts/stores/property-type.ts';
import { ValidationError } from '../../ground/errors.ts';
import { FREED_SLOT_RESTS } from '../../ground/limits.ts';
import { recurringJobs } from '../../jobs/job-kinds.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

/** A store with a text and some of its records. `meanwhile` runs before and after each page of values is converted. */
async function open(prices: readonly (string | null)[]) {
  let now = Date.UTC(2026, 0, 1);
  const storage = memoryStorage();
  const hooks: { meanwhile: (() => Promise<void>) | null } = { meanwhile: null };
  const { copySlot } = storage.records;
  const records = {
    ...storage.records,
    async copySlot(...args: Parameters<typeof copySlot>) {
      await hooks.meanwhile?.();
      const result = await copySlot(...args);
      await hooks.meanwhile?.();
      return result;
    },
  };
  const vitrine = await createVitrine({
    storage: { ...storage, records },
    clock: () => now,
    secret: 'secret of the test',
  });
  const { id: accountId } = await vitrine.accounts.create('Test');
  const me = accountPrincipal(accountId);
  const { id } = await vitrine.stores.create(me, {
    name: 'Products',
    history: 'P1D',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'string' },
    ],
  });
  for (let at = 0; at < prices.length; at += 100) {
    const rows = prices.slice(at, at + 100).map((price, i) => ({ sku: `s${at + i}`, price }));
    await vitrine.records.batchUpsert(me, id, { records: rows });
  }
  return {
    ...{ vitrine, storage, me, id, hooks },
    now: () => now,
    pass: (millis: number) => {
      now += millis;
    },
    change: (request: ChangePropertyTypeRequest) =>
      vitrine.stores.changePropertyType(me, id, 'price', request),
    async runJobs() {
      while ((await vitrine.runDueJobs()) > 0);
    },
    price: async (sku: string) => (await vitrine.records.get(me, id, sku)).price,
    property: async () => (await vitrine.stores.get(me, id)).properties[1],
    slots: async () => {
      const store = await storage.stores.get(accountId, id);
      return { slot: store?.properties[1]?.slot, freed: store?.freedSlots };
    },
  };
}

async function issueOf(call: Promise<unknown>) {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown);
  if (!(error instanceof ValidationError)) throw error;
  const [issue] = error.issues;
  return issue;
}

describe('a dry run', () => {
  test(
    'says how many values fit, with examples, and changes nothing',
    verifies('properties.type.trial'),
    async () => {
      const { change, property, price } = await open(['$1,299.50', '$5', ' ', 'oops', null]);
      expect(await change({ type: 'number', dryRun: true })).toEqual({
        ...{ property: 'price', from: 'string', to: 'number', status: 'dry_run' },
        ...{ values: 4, converted: 2, unset: 1, refused: 1 },
        ...{ decimal: 'point', dates: null, unit: '$' },
        examples: [
          { id: 's0', from: '$1,299.50', to: 1299.5 },
          { id: 's1', from: '$5', to: 5 },
        ],
        refusedExamples: [{ id: 's3', value: 'oops', message: expect.stringContaining('number') }],
      });
      expect(await property()).toMatchObject({ type: 'string' });
      expect(await property()).not.toHaveProperty('becoming');
      expect(await price('s0')).toBe('$1,299.50');
    },
  );

  test.each([
    ['number', ['1,500'], 'decimal', { decimal: 'comma' }, 1.5],
    ['datetime', ['03/04/2026'], 'dates', { dates: 'dmy' }, '2026-04-03T00:00:00.000Z'],
  ] as const)('asks how to read what nothing decides: %s', async (type, values, path, given, read) => {
    const { change } = await open(values);
    expect(await issueOf(change({ type, dryRun: true }))).toMatchObject({ path });
    expect(await change({ type, dryRun: true, ...given })).toMatchObject({ examples: [{ to: read }] });
  });
});

test(
  'values that do not fit refuse the change, or are unset on request',
  verifies('properties.type.refused'),
  async () => {
    const { change, runJobs, price, property } = await open(['5', 'oops']);
    expect(await issueOf(change({ type: 'number' }))).toEqual({
      path: 'type',
      message: expect.stringContaining('1 of 2 values are no number, for example "oops" of the record "s1"'),
    });
    await runJobs();
    expect(await property()).toMatchObject({ type: 'string' });
    await change({ type: 'number', unset: true });
    await runJobs();
    expect([await price('s0'), await price('s1')]).toEqual([5, null]);
  },
);

test(
  'a unique property keeps its type, and an unknown one is not found',
  verifies('properties.type.unique'),
  async () => {
    const { vitrine, me, id } = await open([]);
    const change = (name: string) => vitrine.stores.changePropertyType(me, id, name, { type: 'number' });
    expect(await issueOf(change('sku'))).toMatchObject({ path: '' });
    await expect(change('other')).rejects.toMatchObject({ code: 'not_found' });
  },
);

test(
  'writes before, during and after the conversion of a page are kept, and have to fit both types',
  verifies('properties.type.meanwhile'),
  async () => {
    const { vitrine, me, id, change, runJobs, hooks, price, property } = await open(
      Array.from({ length: 1_200 }, (_, i) => String(i)),
    );
    await vitrine.records.delete(me, id, 's7');
    await change({ type: 'number' });
    expect(await property()).toMatchObject({ type: 'string', becoming: 'number' });
    let writes = 0;
    hooks.meanwhile = async () => {
      writes++;
      expect(await property()).toMatchObject({ type: 'string' });
      // One of a page that is converted already, one of the page in work, one of a later page, and new ones.
      for (const sku of ['s1', `s${Math.min(writes * 200, 1_198)}`, 's1199'])
        await vitrine.records.patch(me, id, sku, { price: `9${writes}` });
      await vitrine.records.add(me, id, { sku: `new${writes}`, price: '8' });
      await vitrine.records.batchUpsert(me, id, {
        records: [
          { sku: 's2', price: `7${writes}` },
          { sku: 's3', price: null },
        ],
      });
      expect(await issueOf(vitrine.records.patch(me, id, 's4', { price: 'oops' }))).toMatchObject({
        path: 'price',
      });
      if (writes === 2) await vitrine.history.restore(me, id, { ids: ['s7'] });
    };
    await runJobs();
    expect(writes).toBeGreaterThanOrEqual(6);
    expect(await property()).toMatchObject({ type: 'number' });
    expect(await property()).not.toHaveProperty('becoming');
    const kept = Object.fromEntries(
      await Promise.all(
        ['s1', 's200', 's1199', 'new1', 's2', 's3', 's4', 's7'].map(async (sku) => [sku, await price(sku)]),
      ),
    );
    const last = Number(`9${writes}`);
    expect(kept).toEqual({
      s1: last,
      s200: 91,
      s1199: last,
      new1: 8,
      s2: Number(`7${writes}`),
      s3: null,
      s4: 4,
      s7: 7,
    });
    const { groups } = await vitrine.records.summarize(me, id, {
      measures: [{ op: 'count', field: 'price', as: 'n' }],
    });
    expect(groups[0]?.values.n).toBe(1_200 + writes - 1);
  },
);

test('a value that came between the trial and the beginning gives the change up', async () => {
  const { vitrine, storage, me, id, change, runJobs, property, price } = await open(['1', '2']);
  const { changeSchema } = storage.stores;
  storage.stores.changeSchema = async (...args) => {
    storage.stores.changeSchema = changeSchema;
    await vitrine.records.patch(me, id, 's1', { price: 'oops' });
    return changeSchema(...args);
  };
  expect(await change({ type: 'number' })).toMatchObject({ status: 'running', converted: 2 });
  await runJobs();
  expect(await property()).toEqual(expect.not.objectContaining({ becoming: expect.anything() }));
  expect([await property(), await price('s0'), await price('s1')]).toMatchObject([
    { type: 'string' },
    '1',
    'oops',
  ]);
});

test(
  'the present type gives a change up, and its slot is cleared before it is used again',
  verifies('properties.type.end'),
  async () => {
    const { vitrine, me, id, change, runJobs, property, price, slots, pass } = await open(['1', '2']);
    await change({ type: 'number' });
    expect(await change({ type: 'string' })).toMatchObject({ status: 'unchanged' });
    await runJobs();
    expect(await property()).toMatchObject({ type: 'string' });
    expect(await price('s0')).toBe('1');
    expect(await slots()).toEqual({ slot: 't1', freed: ['n0'] });
    pass(FREED_SLOT_RESTS + 1);
    await runJobs();
    expect(await slots()).toEqual({ slot: 't1', freed: [] });
    await vitrine.stores.addProperty(me, id, { name: 'stock', type: 'number' });
    expect((await vitrine.records.get(me, id, 's0')).stock).toBeNull();
  },
);

test('a second change takes the place of the first, and a deleted property ends its change', async () => {
  const { vitrine, me, id, change, runJobs, price, slots, pass } = await open(['2026-01-02', '2026-01-03']);
  await change({ type: 'number', unset: true });
  await change({ type: 'datetime' });
  await runJobs();
  expect(await price('s0')).toBe('2026-01-02T00:00:00.000Z');
  await change({ type: 'string' });
  await vitrine.stores.deleteProperty(me, id, 'price');
  pass(FREED_SLOT_RESTS + 1);
  await runJobs();
  expect((await slots()).freed).toEqual([]);
});

test('a change is given up also if the schema is changed meanwhile', async () => {
  const { vitrine, storage, me, id, change, runJobs, property } = await open(['1']);
  await change({ type: 'number' });
  const { changeSchema } = storage.stores;
  storage.stores.changeSchema = async (...args) => {
    storage.stores.changeSchema = changeSchema;
    await vitrine.stores.addProperty(me, id, { name: 'note', type: 'string' });
    return changeSchema(...args);
  };
  expect(await change({ type: 'string' })).toMatchObject({ status: 'unchanged' });
  expect(await property()).not.toHaveProperty('becoming');
  await runJobs();
  expect(await property()).toMatchObject({ type: 'string' });
});

test('a change whose job was lost goes on with the hourly look at stores', async () => {
  const { storage, change, runJobs, price, property, pass, now } = await open(['1']);
  await change({ type: 'number' });
  for (const job of await storage.jobs.claim(['change-type'], 1, now(), now() + 1))
    await storage.jobs.complete(job);
  await runJobs();
  expect(await property()).toMatchObject({ becoming: 'number' });
  await storage.jobs.enqueue(recurringJobs(now()));
  await runJobs();
  pass(FREED_SLOT_RESTS + 1);
  await runJobs();
  expect(await price('s0')).toBe(1);
});

test(
  'the log and the history tell of the property before and after the change of its type',
  verifies('properties.type.history'),
  async () => {
    const { vitrine, me, id, change, runJobs } = await open(['1', '2']);
    const { cursor } = await vitrine.changes.list(me, id);
    await vitrine.records.patch(me, id, 's0', { price: '10' });
    await change({ type: 'number' });
    await vitrine.records.patch(me, id, 's0', { price: '20' });
    await runJobs();
    await vitrine.records.patch(me, id, 's0', { price: 30 });
    const { items } = await vitrine.changes.list(me, id, { since: cursor });
    expect(items.map(({ type, changed }) => [type, changed])).toEqual([
      ['record.updated', ['price']],
      ['store.schema', undefined],
      ['record.updated', ['price']],
      ['store.schema', undefined],
      ['record.updated', ['price']],
    ]);
    const history = await vitrine.history.list(me, id, 's0');
    expect(history.items.map(({ before }) => before?.price)).toEqual([20, 10, 1, undefined]);
    expect(await vitrine.history.restore(me, id, { since: cursor })).toEqual({
      results: [{ id: 's0', status: 'restored' }],
    });
    expect((await vitrine.records.get(me, id, 's0')).price).toBe(1);
  },
);

test(
  'work that ends before or after any of its writes leaves the old values or the new ones',
  verifies('properties.type.kill'),
  async () => {
    const prices = Array.from({ length: 501 }, (_, i) => String(i));
    let isWhole = false;
    const seen = new Set<string>();
    for (let killed = 0; !isWhole; killed++) {
      const { storage, change, runJobs, property, hooks, pass, vitrine, me, id } = await open(prices);
      const { changeSchema } = storage.stores;
      await change({ type: 'number' });
      let writes = 0;
      const die = async () => {
        if (writes++ === killed) throw new Error('killed');
      };
      hooks.meanwhile = die;
      storage.stores.changeSchema = async (...args) => {
        await die();
        const result = await changeSchema(...args);
        await die();
        return result;
      };
      await runJobs();
      isWhole = writes <= killed;
      const { type } = (await property()) ?? {};
      seen.add(String(type));
      const { items } = await vitrine.records.query(me, id, { limit: 1_000, sortBy: 'price' });
      expect(
        items.every(({ price }) => typeof price === type),
        `${killed}`,
      ).toBe(true);
      pass(3_600_000);
      await runJobs();
      expect(await property()).toMatchObject({ type: 'number' });
      const { groups } = await vitrine.records.summarize(me, id, {
        measures: [
          { op: 'sum', field: 'price', as: 'sum' },
          { op: 'count', field: 'price', as: 'n' },
        ],
      });
      expect(groups[0]?.values).toEqual({ sum: (500 * 501) / 2, n: 501 });
    }
    expect([...seen].toSorted()).toEqual(['number', 'string']);
  },
);
