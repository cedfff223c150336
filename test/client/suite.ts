import {
  type Client,
  ConflictError,
  createClient,
  defineStore,
  etagOf,
  NotFoundError,
  PreconditionFailedError,
  RecordExistsError,
  UnauthorizedError,
  ValidationError,
} from '@vitrine/client';
import { equal, isTrue, rejection } from './assert.ts';

/** A server and an account key of it. */
export interface ServerAccess {
  readonly url: string;
  readonly key: string;
}

/** What a check of the suite needs. It runs in Node, in browsers and in workers, so it imports nothing of them. */
export interface SuiteEnvironment extends ServerAccess {
  /** A picture and a font to upload. */
  readonly picture: Uint8Array<ArrayBuffer>;
  readonly font: Uint8Array<ArrayBuffer>;
}

type Check = (v: Client, environment: SuiteEnvironment) => Promise<void>;

let lastName = 0;

/** Names differ between runs on one server. */
function newName(name: string): string {
  return `${name} ${Date.now().toString(36)}-${++lastName}`;
}

function products() {
  return defineStore({
    name: newName('products'),
    properties: {
      sku: { type: 'string', unique: true },
      name: { type: 'string', required: true },
      price: 'number',
      active: 'boolean',
      released: 'datetime',
    },
  });
}

export const suite: Readonly<Record<string, Check>> = {
  async 'finds a store by its name, its id and its definition'(v) {
    const definition = products();
    const { id } = await v.stores.create(definition);
    equal(await v.store(definition.name).id(), id);
    equal(await v.store(id).id(), id);
    equal(await v.store(definition).id(), id);
    equal((await v.stores.get(definition.name)).properties.length, 5);
    const missing = await rejection(v.store('no such store').count());
    isTrue(missing instanceof NotFoundError, 'NotFoundError');
  },

  async 'looks a store up again after it was deleted and created'(v) {
    const definition = products();
    const store = v.store(definition);
    await v.stores.create(definition);
    equal(await store.count(), 0);
    // Deleted by another client, so that this one still has the id.
    const id = await store.id();
    await v.call('DELETE /v2/stores/{storeId}', { params: { storeId: id } });
    const created = await v.stores.create(definition);
    isTrue((await rejection(store.count())) instanceof NotFoundError, 'the old id is gone');
    equal(await store.count(), 0);
    equal(await store.id(), created.id);
  },

  async 'follows the changes of a store, and resumes after one'(v) {
    const store = await v.stores.ensure(products());
    const { cursor } = await v.stores.listChanges(store);
    const followed = v.stores.changes(store, { since: cursor, include: 'record', types: ['record.*'] });
    const first = followed.next();
    await store.add({ sku: 'a', name: 'Änvil \u2028', price: 1 });
    await store.patch('a', { price: 2 });
    const created = (await first).value;
    equal(created?.record?.name, 'Änvil \u2028');
    const updated = (await followed.next()).value;
    equal(updated?.changed?.join(), 'price');
    await store.delete('a');
    equal((await followed.next()).value?.type, 'record.deleted');
    await followed.return();
    const again = v.stores.changes(store, { since: created?.position });
    equal((await again.next()).value?.position, updated?.position);
    await again.return();
    const ended = v.stores.changes(store);
    const deleted = ended.next();
    // The stream begins with the cursor of now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await v.stores.delete(store);
    equal((await deleted).value?.type, 'store.deleted');
    equal((await ended.next()).done, true);
  },

  async 'ends to follow by a signal, and says why it can not follow'(v) {
    const store = await v.stores.ensure(products());
    const reason = new Error('enough');
    const stop = new AbortController();
    const next = rejection(v.stores.changes(store, { signal: stop.signal }).next());
    stop.abort(reason);
    equal(await next, reason);
    const wrong = await rejection(v.stores.changes(store, { since: 'altered' }).next());
    isTrue(wrong instanceof ValidationError, 'ValidationError');
  },

  async 'says that a name is ambiguous'(v) {
    const definition = products();
    await v.stores.create(definition);
    await v.stores.create(definition);
    isTrue((await rejection(v.store(definition).count())) instanceof ConflictError, 'ConflictError');
  },

  async 'finds or creates a defined store, and names the differences'(v) {
    const definition = products();
    const store = await v.stores.ensure(definition);
    await store.add({ sku: 'A', name: 'Anvil' });
    equal(await (await v.stores.ensure(definition)).count(), 1);
    const other = defineStore({ name: definition.name, properties: { sku: 'string', weight: 'number' } });
    const error = await rejection(v.stores.ensure(other));
    isTrue(error instanceof ConflictError, 'ConflictError');
    for (const word of ['"sku"', '"weight"', '"price"']) isTrue(error.message.includes(word), word);
  },

  async 'adds, reads, changes and deletes records'(v) {
    const store = await v.stores.ensure(products());
    const released = new Date('2026-05-01T12:00:00Z');
    const anvil = await store.add({ sku: 'A/1', name: 'Anvil', price: 12.5, released });
    equal(anvil.released, '2026-05-01T12:00:00.000Z');
    equal(anvil.active, null);
    equal(await store.get('A/1'), anvil);
    equal(await store.lookup({ sku: 'A/1' }), anvil);
    const again = await rejection(store.add({ sku: 'A/1', name: 'Other' }));
    isTrue(again instanceof RecordExistsError, 'RecordExistsError');
    const changed = await store.patch('A/1', { price: 13, active: true });
    equal([changed.price, changed.active, changed.name], [13, true, 'Anvil']);
    equal((await store.patch('A/1', { price: null })).price, null);
    equal(await store.upsert({ sku: 'B', name: 'Bolt' }), { id: 'B', status: 'created' });
    equal(await store.upsert({ sku: 'B', name: 'Big bolt' }), { id: 'B', status: 'updated' });
    equal(await store.delete('A/1'), { id: 'A/1', status: 'deleted' });
    equal(await store.delete('A/1'), { id: 'A/1', status: 'already_deleted' });
    equal(await store.delete({ sku: 'B' }), { id: 'B', status: 'deleted' });
    isTrue((await rejection(store.get('B'))) instanceof NotFoundError, 'NotFoundError');
  },

  async 'changes and deletes a record only in the version that was read'(v) {
    const store = await v.stores.ensure(products());
    const first = await store.add({ sku: 'A', name: 'Anvil' });
    const second = await store.patch('A', { price: 1 }, { ifMatch: first });
    const error = await rejection(store.patch('A', { price: 2 }, { ifMatch: first }));
    isTrue(error instanceof PreconditionFailedError, 'PreconditionFailedError');
    isTrue(
      (await rejection(store.delete('A', { ifMatch: first }))) instanceof PreconditionFailedError,
      'delete',
    );
    const byKey = { sku: 'A' } as never;
    isTrue(
      (await rejection(store.delete(byKey, { ifMatch: first }))) instanceof ValidationError,
      'a version without an id',
    );
    equal((await store.patch('A', { price: 3 }, { ifMatch: etagOf(second) })).price, 3);
    isTrue(
      (await rejection(store.patch('A', {}, { ifMatch: { ...second } }))) instanceof TypeError,
      'a copy',
    );
  },

  async 'upserts and deletes any number of records, and reports progress'(v) {
    const store = await v.stores.ensure(products());
    async function* rows() {
      for (let index = 0; index < 250; index++)
        yield { sku: `P${index}`, name: `Product ${index}`, price: index };
    }
    const progress: number[] = [];
    const result = await store.upsertMany(rows(), { onProgress: ({ done }) => progress.push(done) });
    equal(result, { done: 250, created: 250, updated: 0, failed: 0, errors: [] });
    equal(progress, [100, 200, 250]);
    const bad = [
      { sku: 'P1', name: 'One' },
      { sku: 'Q', name: 5 as unknown as string },
    ];
    const mixed = await store.upsertMany(bad);
    equal([mixed.updated, mixed.failed, mixed.errors[0]?.index], [1, 1, 1]);
    isTrue(mixed.errors[0]?.errors.name !== undefined, 'the field is named');
    const invalid = await rejection(store.upsert({ sku: 'Q', name: 5 as unknown as string }));
    isTrue(invalid instanceof ValidationError, 'ValidationError');
    const ids = Array.from({ length: 250 }, (_, index) => `P${index}`);
    equal(await store.deleteMany([...ids, 'P1', 'unknown']), { deleted: 250, alreadyDeleted: 2 });
  },

  async 'splits batches by size'(v) {
    const store = await v.stores.ensure(products());
    const text = 'ä'.repeat(65_536);
    const rows = Array.from({ length: 60 }, (_, index) => ({ sku: `L${index}`, name: text }));
    equal((await store.upsertMany(rows)).created, 60);
    equal(await store.count(), 60);
  },

  async 'pages through lists and queries'(v) {
    const store = await v.stores.ensure(products());
    await store.upsertMany(
      Array.from({ length: 130 }, (_, index) => ({ sku: `P${index}`, name: 'x', price: index })),
    );
    const seen: (number | null)[] = [];
    for await (const row of store.list({ sortBy: 'price', limit: 50 })) seen.push(row.price);
    equal(
      seen,
      Array.from({ length: 130 }, (_, index) => index),
    );
    const page = await store.list({ limit: 20 });
    equal(page.items.length, 20);
    equal((await store.list({ limit: 20, cursor: page.cursor })).items.length, 20);
    const filters = [{ field: 'price', op: 'gte', value: 100 }] as const;
    const lengths: number[] = [];
    const query = store.query({ filters, limit: 12, total: true, sortBy: 'price', fields: ['price'] });
    for await (const { items, total } of query.pages()) {
      lengths.push(items.length);
      equal(total, 30);
    }
    equal(lengths, [12, 12, 6]);
    equal(await query.first(), { id: 'P100', price: 100 });
    equal((await query.all(13)).length, 13);
    equal((await store.search({ filters, sortBy: 'price', sortDir: 'desc' })).items[0]?.price, 129);
    const several = store.query({ q: '129', sortBy: [{ field: 'name' }, { field: 'price', dir: 'desc' }] });
    equal((await several.all()).length, await store.count({ q: '129' }));
  },

  async 'counts, aggregates and summarizes'(v) {
    const store = await v.stores.ensure(products());
    equal(await store.aggregate({ field: 'price', op: 'sum' }), null);
    await store.upsertMany([
      { sku: 'A', name: 'x', price: 1, active: true, released: '2026-01-05' },
      { sku: 'B', name: 'y', price: 2, active: true, released: '2026-01-06' },
      { sku: 'C', name: 'z', price: 4, active: false },
    ]);
    equal(await store.count(), 3);
    equal(await store.count({ filters: [{ field: 'active', op: 'eq', value: true }] }), 2);
    equal(
      await store.count({ filters: [{ field: 'released', op: 'on', value: new Date('2026-01-05') }] }),
      1,
    );
    equal(await store.count({ filters: [{ field: 'sku', op: 'in', value: ['A', 'C', 'X'] }] }), 2);
    equal(
      await store.aggregate({
        field: 'price',
        op: 'avg',
        filters: [{ field: 'name', op: 'ne', value: 'z' }],
      }),
      1.5,
    );
    const { groups } = await store.summarize({
      groupBy: [{ field: 'active' }],
      measures: [{ op: 'sum', field: 'price' }],
    });
    equal(
      groups.map(({ key, values, count }) => [key.active, values.sum_price, count]),
      [
        [true, 3, 2],
        [false, 4, 1],
      ],
    );
  },

  async 'validates without writing'(v) {
    const store = await v.stores.ensure(products());
    equal((await store.validate({ sku: 'A', name: 'x' })).id, 'A');
    const error = await rejection(store.validate({ sku: 'A' } as never));
    isTrue(error instanceof ValidationError, 'ValidationError');
    isTrue((error as unknown as ValidationError).errors.name !== undefined, 'the field is named');
    equal(await store.count(), 0);
    const outcomes = [];
    for (const values of [{ name: 'x' }, { name: 'y' }, { name: 'y' }]) {
      const preview = await store.previewUpsert({ sku: 'A', ...values });
      outcomes.push([preview.record.id, preview.record.name, preview.outcome]);
      await store.upsert({ sku: 'A', ...values });
    }
    equal(outcomes, [
      ['A', 'x', 'created'],
      ['A', 'y', 'updated'],
      ['A', 'y', 'unchanged'],
    ]);
    equal((await store.validate({ sku: 'A', name: 'z' }, { mode: 'upsert' })).name, 'z');
  },

  async 'reads a record with the id export, whose path is that of the export'(v) {
    const store = await v.stores.ensure(products());
    const missing = await rejection(store.get('export'));
    isTrue(missing instanceof NotFoundError, 'NotFoundError');
    const added = await store.add({ sku: 'export', name: 'Anvil' });
    const read = await store.get('export');
    equal(read, added);
    equal((await store.patch('export', { price: 2 }, { ifMatch: read })).price, 2);
    for (const properties of [
      { name: 'string' },
      { number: { type: 'number', unique: true } },
      { a: { type: 'string', unique: true }, b: { type: 'string', unique: true } },
    ] as const) {
      const other = await v.stores.ensure(defineStore({ name: newName('no such id'), properties }));
      isTrue((await rejection(other.get('export'))) instanceof NotFoundError, 'NotFoundError');
    }
  },

  async 'exports as a stream'(v) {
    const store = await v.stores.ensure(products());
    await store.upsertMany([
      { sku: 'A', name: 'x', price: 1 },
      { sku: 'B', name: 'ÿ', price: 2 },
    ]);
    const csv = await store.export({ format: 'csv', fields: ['sku', 'name'], sortBy: 'sku' });
    equal(await new Response(csv).text(), 'sku,name\r\nA,x\r\nB,ÿ\r\n');
    equal(JSON.parse(await new Response(await store.export()).text()).length, 2);
    equal(JSON.parse(await new Response(await store.export({ limit: 1 })).text()).length, 1);
    const stopped = await store.export();
    await stopped.cancel();
  },

  async 'imports a file, reports progress, and lists refused records'(v) {
    const store = await v.stores.ensure(products());
    const file = 'Article,name,price\r\nA,Anvil,"1,5"\r\nB,Bolt,"2,5"\r\n,nothing,"3,5"\r\n';
    const request = { mapping: { Article: 'sku' }, decimal: 'comma' } as const;
    const dry = await store.import(file, { ...request, dryRun: true });
    equal([dry.status, dry.dryRun, dry.created, dry.refused], ['done', true, 2, 1]);
    equal(await store.count(), 0);
    const statuses: string[] = [];
    const done = await store.import(new Blob([file]), {
      ...request,
      onProgress: ({ status }) => statuses.push(status),
    });
    equal([done.status, done.created, done.updated, done.refused], ['done', 2, 0, 1]);
    equal(statuses.at(-1), 'done');
    equal((await store.get('B')).price, 2.5);
    isTrue(done.errors[0]?.errors.sku !== undefined, 'the property is named');
    const id = await store.id();
    const refused = await v.stores.imports.refused(id, done.importId);
    isTrue((await new Response(refused).text()).includes('nothing'), 'the refused record');
    equal((await v.stores.imports.get(id, done.importId)).read, 3);
    const again = await store.import(new TextEncoder().encode(file), { ...request, mode: 'insertOnly' });
    equal([again.created, again.refused], [0, 3]);
    const unreadable = await rejection(store.import('[{"sku":"C","name":"Clamp"},{', { format: 'json' }));
    isTrue(unreadable instanceof ValidationError, 'ValidationError');
  },

  async 'cancels an import by its signal'(v) {
    const store = await v.stores.ensure(products());
    const rows = Array.from({ length: 20_000 }, (_, index) => `P${index},Product ${index}`);
    const controller = new AbortController();
    const reason = new Error('not wanted');
    let importId = '';
    const error = await rejection(
      store.import(`sku,name\n${rows.join('\n')}`, {
        signal: controller.signal,
        onProgress(progress) {
          importId = progress.importId;
          controller.abort(reason);
        },
      }),
    );
    isTrue(error === reason, 'the reason of the signal');
    equal((await v.stores.imports.get(await store.id(), importId)).status, 'cancelled');
    isTrue((await store.count()) < rows.length, 'not all records');
  },

  async 'changes the schema of a store'(v) {
    const { name } = products();
    const { id } = await v.stores.create({ name, properties: [{ name: 'a', type: 'string' }] });
    await v.stores.properties.add(name, { name: 'b', type: 'number' });
    await v.stores.properties.update(name, 'b', { description: 'Second' });
    await v.stores.properties.rename(name, 'b', 'c');
    const changed = await v.stores.properties.delete(name, 'a');
    equal(
      changed.properties.map((property) => [property.name, property.description]),
      [['c', 'Second']],
    );
    const renamed = newName('renamed');
    equal((await v.stores.update(name, { name: renamed })).id, id);
    equal(await v.store(renamed).id(), id);
    isTrue((await v.stores.list({ q: renamed })).items.length === 1, 'listed');
    await v.stores.delete(renamed);
    isTrue((await rejection(v.stores.get(renamed))) instanceof NotFoundError, 'deleted');
  },

  async 'uploads and shows images and fonts'(v, { picture, font }) {
    const file = new File([picture], 'dot.png', { type: 'image/png' });
    const image = await v.images.add(file, { folder: 'dots' });
    equal([image.name, image.folder], ['dot', 'dots']);
    await v.images.rename(image.id, 'point');
    equal((await v.images.lookup(image.productionUrl)).name, 'point');
    const thumbnail = await v.images.thumbnail(image);
    equal(thumbnail.type, 'image/webp');
    isTrue(thumbnail.size > 0, 'bytes');
    await v.images.delete(image.id);
    await v.images.restore(image.id);
    isTrue((await v.images.list({ q: 'point' })).items.length > 0, 'listed');
    const uploaded = await v.fonts.upload(font, { fileName: 'sample.woff2' });
    equal((await v.fonts.upload(font)).id, uploaded.id);
    isTrue((await v.fonts.list({ scope: 'custom' })).length > 0, 'listed');
  },

  async 'drafts, previews and saves a timer'(v) {
    const draft = await v.timers.drafts.create({ name: 'Sale', design: { frames: 2 } });
    const wider = await v.timers.drafts.update(draft, { frames: 1 }, { revision: draft.revision });
    equal(wider.design.frames, 1);
    const stale = await rejection(v.timers.drafts.update(draft, { frames: 3 }, { revision: draft.revision }));
    isTrue(stale instanceof ValidationError || stale instanceof ConflictError, stale.name);
    const preview = await v.timers.drafts.preview(wider);
    equal(preview.type, 'image/gif');
    equal(new TextDecoder().decode((await preview.arrayBuffer()).slice(0, 3)), 'GIF');
    const saved = await v.timers.drafts.save(draft);
    equal((await v.timers.drafts.save(draft)).imageId, saved.imageId);
    const target = { targetDate: '2030-01-01T00:00:00Z' };
    equal((await v.timers.setTargetDate(saved.timerId, target)).targetDate, '2030-01-01T00:00:00.000Z');
  },

  async 'keeps maps and locations'(v) {
    const map = await v.maps.create({ name: 'Shops' });
    await v.locations.add(map.id, { lat: 40, lng: -74, uniqueId: 'ny', name: 'New York' });
    const far = await v.locations.add(map.id, { lat: 47, lng: 8, name: 'Zürich' });
    const near = await v.locations.search(map.id, { lat: 40.1, lng: -74, radiusMiles: 50 }).all();
    equal(
      near.map(({ name }) => name),
      ['New York'],
    );
    await v.maps.update(map.id, { unit: 'km', fields: [{ name: 'open late', type: 'boolean' }] });
    await v.locations.update(map.id, far.id, { fields: { 'open late': true } });
    const late = await v.locations.search(map.id, { field: { 'open late': true } }).all();
    equal(
      late.map(({ name, fields }) => [name, fields['open late']]),
      [['Zürich', true]],
    );
    equal((await v.locations.search(map.id, { field: { 'open late': false } })).items, []);
    equal((await v.locations.update(map.id, far.id, { name: 'Zurich' })).name, 'Zurich');
    await v.locations.delete(map.id, far.id);
    isTrue((await rejection(v.locations.get(map.id, far.id))) instanceof NotFoundError, 'deleted');
    equal((await v.maps.update(map.id, { maxResults: 5 })).maxResults, 5);
    await v.maps.delete(map.id);
    isTrue((await rejection(v.maps.get(map.id))) instanceof NotFoundError, 'deleted');
  },

  async 'works with a key of one store, and says who the caller is'(v, { url }) {
    const definition = products();
    const store = await v.stores.ensure(definition);
    const { key, keyId } = await v.keys.create({ name: 'one store', storeId: await store.id() });
    const limited = createClient({ url, key });
    equal((await limited.whoami()).scope, 'store');
    equal(await limited.stores.access().then(({ scope }) => scope), 'store');
    equal(await limited.store(definition).count(), 0);
    await v.keys.revoke(keyId);
    isTrue((await rejection(limited.whoami())) instanceof UnauthorizedError, 'revoked');
    isTrue((await v.keys.list({ limit: 1 })).items.length === 1, 'listed');
    isTrue((await v.status()).version !== '', 'status');
    isTrue((await v.usage()).resources.stores.used > 0, 'usage');
  },

  async 'ends a call by its signal'(v) {
    const store = await v.stores.ensure(products());
    const reason = new Error('not wanted');
    const before = await rejection(store.count({}, { signal: AbortSignal.abort(reason) }));
    isTrue(before === reason, 'aborted before');
    const controller = new AbortController();
    const during = rejection(store.count({}, { signal: controller.signal }));
    controller.abort(reason);
    isTrue((await during) === reason, 'aborted during');
  },
};
