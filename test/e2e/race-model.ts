import type {
  BatchUpsertRecordsResponse,
  Page,
  StoreDetail,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import { createStore, recordPath, recordsPath } from './arrange.ts';
import type { Client } from './client.ts';

const RECORDS = ['r0', 'r1', 'r2', 'r3'];
/** The values of the property that is deleted and added again, for each of its types. */
const SIZES = ['a text', 7];

/**
 * The values that one client wrote to its own property of one record. No other client writes it, so it may only rise.
 */
interface Written {
  sent: number;
  acknowledged: number;
}

export interface RaceReport {
  /** Acknowledged writes of records. */
  readonly acknowledged: number;
  /** Refused patches of a property that was missing, or had another type, at that time. */
  readonly refused: number;
  /** Records that upserts reported as created. */
  readonly created: number;
  readonly storesDeleted: number;
  readonly schemaChanges: number;
  /** Violations of the model. */
  readonly faults: readonly string[];
}

/**
 * Runs clients concurrently on two stores with the same keys, and checks the results against a model. Each client
 * raises its own property in records that all share, by patches and upserts. The first client of each server keeps
 * deleting and adding one property. Each client creates stores that a client of the other server deletes.
 */
export async function race(clients: readonly Client[], duration: number): Promise<RaceReport> {
  const faults: string[] = [];
  const model = new Map<string, Written>();
  const sizes = SIZES.map((size) => typeof size);
  let [acknowledged, refused, created, storesDeleted, schemaChanges] = [0, 0, 0, 0, 0];
  const shops = await makeShops(clients[0] as Client, clients.length);
  const end = performance.now() + duration;

  const written = (shop: StoreDetail, record: string, client: number): Written => {
    const key = `${shop.name} ${record} ${client}`;
    const found = model.get(key) ?? { sent: 0, acknowledged: 0 };
    model.set(key, found);
    return found;
  };

  /** Returns the acknowledged values of all clients' properties. To be called before a request is sent. */
  const snapshot = (shop: StoreDetail, record: string) =>
    clients.map((_, client) => written(shop, record, client).acknowledged);

  /** Checks that a record belongs to its store, and has no value older than `least` and none that was never sent. */
  function check(shop: StoreDetail, record: StoreRecordResponse, least: readonly number[]): void {
    const id = record.id ?? '';
    if (record.shop !== shop.name) faults.push(`${shop.name} shows a record of ${record.shop}`);
    for (const [client, lower] of least.entries()) {
      const value = Number(record[`p${client}`] ?? 0);
      if (value < lower) faults.push(`${shop.name}/${id}/p${client} is ${value}: ${lower} is lost`);
      if (value > written(shop, id, client).sent) faults.push(`${id}/p${client} is ${value}: never sent`);
    }
    const size = record.size ?? null;
    if (size !== null && !sizes.includes(typeof size)) faults.push(`size is ${size}`);
  }

  function expectStatus(what: string, status: number, allowed: readonly number[]): void {
    if (!allowed.includes(status)) faults.push(`${what}: ${status}`);
  }

  async function patch(by: Client, client: number, shop: StoreDetail, record: string, turn: number) {
    const state = written(shop, record, client);
    const least = snapshot(shop, record);
    const value = ++state.sent;
    // A size of the wrong type, or of a property that is missing at the time, refuses the whole patch.
    const size = turn % 4 === 0 ? { size: SIZES[turn % 8 === 0 ? 0 : 1] } : {};
    const { status, body } = await by.patch<StoreRecordResponse>(recordPath(shop, record), {
      [`p${client}`]: value,
      ...size,
    });
    expectStatus('patch', status, turn % 4 === 0 ? [200, 400] : [200]);
    if (status === 200) {
      state.acknowledged = value;
      acknowledged++;
      check(shop, body, least.with(client, value));
    } else {
      state.sent--;
      refused++;
    }
  }

  async function upsert(by: Client, client: number, shop: StoreDetail, turn: number) {
    // In different orders, which provokes deadlocks.
    const keys = [...RECORDS, `new${turn}`];
    if (client % 2 === 0) keys.reverse();
    const records = keys.map((key) => {
      const value = ++written(shop, key, client).sent;
      return { key, shop: shop.name, [`p${client}`]: value };
    });
    const { status, body } = await by.post<BatchUpsertRecordsResponse>(`${recordsPath(shop)}/batch`, {
      records,
    });
    expectStatus('upsert', status, [200]);
    for (const { index, status: outcome } of status === 200 ? body.results : []) {
      const key = keys[index] ?? '';
      if (outcome === 'failed') faults.push(`${key} failed in a batch`);
      if (outcome === 'created') created++;
      written(shop, key, client).acknowledged = Number(records[index]?.[`p${client}`]);
      acknowledged++;
    }
  }

  async function read(by: Client, shop: StoreDetail) {
    const least = new Map(RECORDS.map((record) => [record, snapshot(shop, record)]));
    const [list, hits] = await Promise.all([
      by.get<Page<StoreRecordResponse>>(`${recordsPath(shop)}?limit=100`),
      by.post<{ items: StoreRecordResponse[] }>(`${recordsPath(shop)}/search`, {
        filters: [{ field: 'key', op: 'startsWith', value: 'r' }],
      }),
    ]);
    for (const { status, body } of [list, hits]) {
      expectStatus('read', status, [200]);
      for (const record of body.items ?? []) check(shop, record, least.get(record.id ?? '') ?? []);
    }
    if (hits.body.items?.length !== RECORDS.length) faults.push(`a search found ${hits.body.items?.length}`);
  }

  async function changeSchema(by: Client, shop: StoreDetail, turn: number) {
    const path = `/v2/stores/${shop.id}/properties`;
    const type = turn % 2 === 0 ? 'string' : 'number';
    const removed = await by.delete(`${path}/size`);
    const added = await by.post(path, { name: 'size', type });
    // Two clients do it concurrently: one can't delete what the other deleted.
    expectStatus('property deleted', removed.status, [200, 404]);
    expectStatus('property added', added.status, [200, 400]);
    schemaChanges += Number(removed.status === 200) + Number(added.status === 200);
  }

  /** Checks that a store that was deleted through the other server accepts no writes, not even those in flight. */
  async function deleteStore(by: Client, other: Client) {
    const store = await createStore(by, { key: 'unique string' }, { name: 'Short-lived' });
    const responses = await Promise.all([
      by.post(recordsPath(store), { key: 'a' }),
      by.post(recordsPath(store), { key: 'b' }),
      other.delete(`/v2/stores/${store.id}`),
    ]);
    expectStatus('add while deleting', responses[0].status, [201, 404]);
    expectStatus('add while deleting', responses[1].status, [201, 404]);
    expectStatus('store deleted', responses[2].status, [200]);
    expectStatus('add after deleting', (await by.post(recordsPath(store), { key: 'c' })).status, [404]);
    storesDeleted++;
  }

  await Promise.all(
    clients.map(async (by, client) => {
      // A client of the other server: the first half of the clients belongs to the first server.
      const other = clients[(client + clients.length / 2) % clients.length] as Client;
      const isEditor = client % (clients.length / 2) === 0;
      for (let turn = client; performance.now() < end; turn++) {
        const shop = shops[turn % 2] as StoreDetail;
        if (isEditor && turn % 5 === 0) await changeSchema(by, shop, turn);
        await patch(by, client, shop, RECORDS[(turn >> 1) % RECORDS.length] ?? '', turn);
        if (turn % 3 === 0) await upsert(by, client, shop, turn);
        if (turn % 4 === 1) await read(by, shop);
        if (turn % 16 === 7) await deleteStore(by, other);
      }
    }),
  );

  const keys = new Set([...model.keys()].map((key) => key.split(' ', 2).join(' ')));
  if (created !== keys.size - shops.length * RECORDS.length)
    faults.push(`${created} were created for ${keys.size} keys`);
  await Promise.all(clients.flatMap((by) => shops.map((shop) => read(by, shop))));
  return { acknowledged, refused, created, storesDeleted, schemaChanges, faults };
}

/** Creates two stores with the same keys. Their records contain the name of their store. */
async function makeShops(by: Client, clients: number): Promise<StoreDetail[]> {
  const own = Object.fromEntries(
    Array.from({ length: clients }, (_, client) => [`p${client}`, 'number' as const]),
  );
  // Enough preceding properties that half of the clients' properties are in the overflow.
  const others = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`n${index}`, 'number' as const]),
  );
  const shops: StoreDetail[] = [];
  for (const name of ['north', 'south']) {
    const shop = await createStore(by, { key: 'unique string', shop: 'string', ...others, ...own }, { name });
    for (const key of RECORDS) await by.post(recordsPath(shop), { key, shop: name });
    shops.push(shop);
  }
  return shops;
}
