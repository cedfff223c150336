import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { PropertyType } from '@vitrine/core/storage';
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenedStorage, storageKinds } from '../e2e/storages.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';

type Value = string | number | boolean | null;

/** Values by the number of a property, which stays when it is renamed. */
type Values = ReadonlyMap<number, Value>;

interface Property {
  readonly number: number;
  readonly name: string;
  readonly type: PropertyType;
}

/** A plain model of a store: what its records are, and what they were at each moment. */
class Model {
  properties: Property[] = [];
  records = new Map<string, Values>();
  /** The values at the last deletion. */
  deleted = new Map<string, Values>();
  lastNumber = 0;
  /** The number of writes so far, and that of the last one of each record. */
  writes = 0;
  lastWrites = new Map<string, number>();

  addProperty(type: PropertyType): Property {
    const number = ++this.lastNumber;
    const property = { number, name: `p${number}`, type };
    this.properties.push(property);
    return property;
  }

  /** Returns a record as responses show it, without its times. */
  show(id: string, values: Values): Record<string, Value> {
    const shown = this.properties.map(({ name, number }) => [name, values.get(number) ?? null] as const);
    return { id, sku: id, ...Object.fromEntries(shown) };
  }

  shown(): Record<string, Record<string, Value>> {
    return Object.fromEntries([...this.records].map(([id, values]) => [id, this.show(id, values)]));
  }

  write(id: string, values: Values): void {
    this.records.set(id, new Map([...(this.records.get(id) ?? []), ...values]));
    this.deleted.delete(id);
    this.lastWrites.set(id, ++this.writes);
  }

  delete(id: string): void {
    const values = this.records.get(id);
    if (values === undefined) return;
    this.records.delete(id);
    this.deleted.set(id, values);
    this.lastWrites.set(id, ++this.writes);
  }

  /** Completes a change of the type of a property. */
  changeToText(number: number, toText: (values: Values) => Values): void {
    this.properties = this.properties.map((each) =>
      each.number === number ? { ...each, type: 'string' } : each,
    );
    this.records = mapped(this.records, toText);
    this.deleted = mapped(this.deleted, toText);
  }

  isEqual(one: Values | undefined, other: Values | undefined): boolean {
    if (one === undefined || other === undefined) return one === other;
    return this.properties.every(({ number }) => (one.get(number) ?? null) === (other.get(number) ?? null));
  }
}

function mapped<Value>(
  values: ReadonlyMap<string, Value>,
  change: (value: Value) => Value,
): Map<string, Value> {
  return new Map([...values].map(([id, value]) => [id, change(value)]));
}

const TYPES: readonly PropertyType[] = ['string', 'number', 'boolean', 'datetime'];
const IDS = Array.from({ length: 12 }, (_, i) => `k${i}`);
const STEPS = 60;
/** Programs in a run. `FUZZ_RUNS=500` runs more. */
const PROGRAMS = Number(process.env.FUZZ_RUNS ?? 1);
const DAY = 86_400_000;

/** An import that was made, and what the records were before it. */
interface Imported {
  readonly id: string;
  before: ReadonlyMap<string, Values | undefined>;
  after: Map<string, Values | undefined>;
  /** The number of writes at its end. */
  readonly writes: number;
}

interface Context {
  readonly vitrine: Vitrine;
  readonly me: Principal;
  readonly random: () => number;
  /** Moves the clock. */
  pass(millis: number): void;
}

/** Runs random steps on a new store and on its model, and compares them after each. */
async function runProgram({ vitrine, me, random, pass }: Context): Promise<void> {
  const { stores, records, history, imports, changes, runDueJobs } = vitrine;
  const below = (max: number) => Math.floor(random() * max);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const model = new Model();
  const first = model.addProperty('string');
  const { id: storeId } = await stores.create(me, {
    name: 'S',
    history: 'P1D',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: first.name, type: first.type },
    ],
  });
  const moments: { since: string; records: Map<string, Values> }[] = [];
  const made: Imported[] = [];
  const steps: string[] = [];

  function drawValue({ type }: Property): Value {
    if (below(5) === 0) return null;
    if (type === 'number') return below(3) / 10;
    if (type === 'boolean') return below(2) === 0;
    if (type === 'datetime') return new Date(DAY * below(3)).toISOString();
    return pick(['x', 'Größe', '', 'long '.repeat(20)]);
  }

  function drawValues(): Values {
    const drawn = model.properties.filter(() => below(2) === 0);
    return new Map(drawn.map((property) => [property.number, drawValue(property)]));
  }

  /** Runs all jobs that are due, and completes the changes of types in the model. */
  async function runJobs(): Promise<void> {
    while ((await runDueJobs()) > 0);
    const types = new Map((await stores.get(me, storeId)).properties.map(({ name, type }) => [name, type]));
    for (const { name, number, type } of model.properties) {
      if (types.get(name) === type) continue;
      const toText = (values: Values): Values => {
        const value = values.get(number) ?? null;
        return value === null ? values : new Map([...values, [number, String(value)]]);
      };
      model.changeToText(number, toText);
      for (const moment of moments) moment.records = mapped(moment.records, toText);
      for (const one of made) {
        one.before = mapped(one.before, (values) => values && toText(values));
        one.after = mapped(one.after, (values) => values && toText(values));
      }
    }
  }

  const bodyOf = (values: Values) =>
    Object.fromEntries(
      model.properties.flatMap(({ name, number }) =>
        values.has(number) ? [[name, values.get(number)]] : [],
      ),
    );

  /** The counts of properties without values, which restores report, depend on the slots and not on the model. */
  async function restore(request: object): Promise<Record<string, string>> {
    const response = await history.restore(me, storeId, request);
    if (!('results' in response)) throw new Error('few records are restored at once');
    return Object.fromEntries(response.results.map(({ id, status }) => [id, status]));
  }

  const step: Record<string, () => Promise<void>> = {
    async upsert() {
      const written = IDS.filter(() => below(3) === 0).map((sku) => [sku, drawValues()] as const);
      await records.batchUpsert(me, storeId, {
        records: written.map(([sku, values]) => ({ sku, ...bodyOf(values) })),
      });
      for (const [sku, values] of written) model.write(sku, values);
    },
    async delete() {
      const ids = IDS.filter(() => below(4) === 0);
      await records.batchDelete(me, storeId, { ids });
      for (const id of ids) model.delete(id);
    },
    async changeType() {
      // To text, because every value has one.
      const property = pick(model.properties);
      await stores.changePropertyType(me, storeId, property.name, { type: 'string' });
      // Sometimes the job waits while the next steps write.
      if (below(2) === 0) await runJobs();
    },
    async import() {
      // An import that was planned for another type fails.
      await runJobs();
      // Text is never empty in a file of JSON values that are omitted.
      const rows = IDS.filter(() => below(3) === 0).map((sku) => [sku, drawValues()] as const);
      if (rows.length === 0) return;
      const file = rows.map(([sku, values]) => JSON.stringify({ sku, ...bodyOf(values) })).join('\n');
      async function* chunks() {
        yield Buffer.from(`${file}\n`);
      }
      const before = new Map(rows.map(([sku]) => [sku, model.records.get(sku)]));
      const started = await imports.start(me, storeId, { format: 'ndjson' }, async () => ({
        name: null,
        type: null,
        chunks: chunks(),
      }));
      await runJobs();
      const { status, refused, reason } = await imports.get(me, storeId, started.importId);
      expect({ status, refused, reason }).toEqual({ status: 'done', refused: 0, reason: undefined });
      for (const [sku, values] of rows) {
        const old = model.records.get(sku);
        const written = new Map([...(old ?? []), ...values]);
        if (old === undefined || !model.isEqual(old, written)) model.write(sku, values);
        else before.delete(sku);
      }
      const after = new Map([...before.keys()].map((sku) => [sku, model.records.get(sku)]));
      made.push({ id: started.importId, before, after, writes: model.writes });
    },
    async addProperty() {
      if (model.properties.length > 5) return;
      const { name, type } = model.addProperty(pick(TYPES));
      await stores.addProperty(me, storeId, { name, type });
    },
    async renameProperty() {
      const property = pick(model.properties);
      const name = `${property.name}r`;
      await stores.renameProperty(me, storeId, property.name, { name });
      model.properties = model.properties.map((each) => (each === property ? { ...each, name } : each));
    },
    async deleteProperty() {
      if (model.properties.length < 2) return;
      const property = pick(model.properties);
      await stores.deleteProperty(me, storeId, property.name);
      model.properties = model.properties.filter((each) => each !== property);
      // Sometimes the slot is cleared at once, so that the next property gets it.
      if (below(2) === 0) {
        pass(180_000);
        await runJobs();
      }
    },
    async remember() {
      const { cursor } = await changes.list(me, storeId);
      moments.push({ since: cursor, records: new Map(model.records) });
    },
    async restoreIds() {
      const ids = IDS.filter(() => below(2) === 0);
      const expected = Object.fromEntries(
        ids.map((id) => [
          id,
          model.records.has(id) ? 'record_exists' : model.deleted.has(id) ? 'restored' : 'not_found',
        ]),
      );
      expect(await restore({ ids })).toEqual(expected);
      for (const id of ids) {
        const values = model.deleted.get(id);
        if (values !== undefined && !model.records.has(id)) model.write(id, values);
      }
    },
    async restoreImport() {
      const last = made.pop();
      if (last === undefined) return;
      const statuses = await restore({ importId: last.id });
      expect(Object.keys(statuses).toSorted()).toEqual([...last.before.keys()].toSorted());
      for (const [id, status] of Object.entries(statuses)) {
        const [before, now] = [last.before.get(id), model.records.get(id)];
        const isUntouched = (model.lastWrites.get(id) ?? 0) <= last.writes;
        if (isUntouched) expect([id, status]).not.toEqual([id, 'changed']);
        if (status === 'changed') continue;
        expect([id, status, model.isEqual(now, last.after.get(id)) || model.isEqual(now, before)]).toEqual([
          id,
          before === undefined
            ? expect.stringMatching(/^(deleted|unchanged)$/)
            : expect.stringMatching(/^(restored|unchanged)$/),
          true,
        ]);
        if (before === undefined) model.delete(id);
        else if (status === 'restored') model.write(id, withAll(before));
      }
    },
    async restoreSince() {
      const moment = moments.pop();
      if (moment === undefined) return;
      const statuses = await restore({ since: moment.since });
      for (const id of IDS) {
        const [before, current] = [moment.records.get(id), model.records.get(id)];
        if (model.isEqual(before, current)) {
          expect([id, statuses[id] ?? 'unchanged']).toEqual([id, 'unchanged']);
          continue;
        }
        expect([id, statuses[id]]).toEqual([id, before === undefined ? 'deleted' : 'restored']);
        if (before === undefined) model.delete(id);
        else model.write(id, withAll(before));
      }
      // What was remembered later is no longer of use: the model has other imports since.
    },
    async wait() {
      pass(1_000);
    },
  };

  /** Returns values for all properties, so that a write replaces the record. */
  function withAll(values: Values): Values {
    return new Map(model.properties.map(({ number }) => [number, values.get(number) ?? null]));
  }

  const names = Object.keys(step);
  const often = [...names, 'upsert', 'upsert', 'delete', 'delete', 'import', 'restoreIds', 'remember'];
  for (let i = 0; i < STEPS; i++) {
    const next = pick(often);
    steps.push(next);
    pass(10);
    await step[next]?.();
    const { items } = await records.list(me, storeId, { limit: 100 });
    const shown = Object.fromEntries(
      items.map(({ date_created: _c, date_updated: _u, ...record }) => [record.id, record]),
    );
    expect(shown, steps.join(' ')).toEqual(model.shown());
    const trash = (await history.listDeleted(me, storeId, { limit: 100 })).items;
    const deleted = Object.fromEntries(trash.map(({ id, values }) => [id, { id, ...values }]));
    const wanted = Object.fromEntries([...model.deleted].map(([id, values]) => [id, model.show(id, values)]));
    expect(deleted, steps.join(' ')).toEqual(wanted);
  }
}

describe.each(storageKinds)('on $name', ({ open }) => {
  let opened: OpenedStorage | undefined;
  let vitrine: Vitrine | undefined;
  afterEach(async () => {
    await vitrine?.close();
    await opened?.remove();
  });

  test('random writes, imports, schema changes and restores have the results of a plain model', {
    ...verifies('restore.ids', 'restore.schema', 'restore.import', 'restore.since'),
    timeout: 120_000 * PROGRAMS,
  }, async () => {
    const random = seededRun();
    let now = Date.UTC(2026, 0, 1);
    opened = await open();
    vitrine = await createVitrine({
      storage: opened.storage,
      clock: () => now,
      secret: 'secret of the test',
    });
    const me: Principal = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const pass = (millis: number) => {
      now += millis;
    };
    for (let program = 0; program < PROGRAMS; program++) await runProgram({ vitrine, me, random, pass });
  });
});
