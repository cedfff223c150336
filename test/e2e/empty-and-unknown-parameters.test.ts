import type { ApiKeySummary, Page, StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../packages/http/src/openapi/document.ts';
import { apiRoutes } from '../../packages/http/src/routes/api.ts';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { SendOptions } from './client.ts';
import { createMap } from './map-arrange.ts';
import { nowhere, type OperationCall, operations, type Targets } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage } from './world.ts';

/** Enough to create a picture, a font and a timer on a busy machine. */
const SLOW = { timeout: 120_000 };

const IGNORED = 'vitrine-ignored-parameters';

const reading = new Set(
  apiRoutes.flatMap((route) =>
    route.method === 'GET' || ('isSafe' in route && route.isSafe) ? [route.operation] : [],
  ),
);
const withKey = Object.entries(operations)
  .map(([name, operation]) => ({ name: name.replace(/^admin /, ''), operation }))
  .filter(({ operation }) => operation.keys !== 'none');
const reads = withKey.filter(({ name }) => reading.has(name));
const writes = withKey.filter(({ name }) => !reading.has(name));

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}

function inputOf({ json, form, file }: OperationCall, targets: Targets): SendOptions {
  if (json !== undefined) return { json: json(targets) };
  if (form !== undefined) return { form: form() };
  return file === undefined ? {} : { raw: file(), headers: { 'content-type': 'text/csv' } };
}

onOneStorage((arrange) => {
  test('refuses an unknown parameter of each operation that writes, and changes nothing', {
    ...verifies('http.unknown-parameters.writes'),
    ...SLOW,
  }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    const before = await world.dump?.();
    expect(writes.length).toBeGreaterThan(35);
    for (const { name, operation } of writes) {
      const path = withParameter(operation.path(targets), 'dry_run=true');
      const response = await world.a.send(operation.method, path, inputOf(operation, targets));
      expect({ name, status: response.status, body: response.body }).toMatchObject({
        name,
        status: 400,
        body: { errors: { dry_run: [expect.stringMatching(/^Unknown parameter\./)] } },
      });
    }
    expect(await world.dump?.()).toEqual(before);
  });

  test(
    'suggests the parameter that a misspelt one means',
    verifies('http.unknown-parameters.writes'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const file = { raw: 'sku\na\n', headers: { 'content-type': 'text/csv' } };
      const response = await a.send('POST', `/v2/stores/${store.id}/imports?dryrun=true&Mode=upsert`, file);
      expectRefused(response, ['dryrun', 'Mode']);
      expect(response.body).toMatchObject({
        errors: {
          dryrun: ['Unknown parameter. Did you mean dryRun?'],
          Mode: ['Unknown parameter. Did you mean mode?'],
        },
      });
      expect((await a.get<Page<unknown>>(`/v2/stores/${store.id}/imports`)).body.items).toEqual([]);
    },
  );

  test(
    'looks the resource up before it refuses an unknown parameter of an operation with a body',
    verifies('order.not-found-second', 'http.unknown-parameters.writes'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const storeKey = await withStoreKey(store.id);
      for (const { operation } of writes.filter(({ operation: { isOfStore } }) => isOfStore)) {
        const path = withParameter(operation.path(nowhere), 'x=1');
        const input = inputOf(operation, nowhere);
        const hasInput = operation.json !== undefined || operation.file !== undefined;
        if (hasInput) expectProblem(await a.send(operation.method, path, input), ...notFound);
        if (hasInput || operation.keys === 'account')
          expectProblem(await storeKey.send(operation.method, path, input), ...notFound);
      }
    },
  );

  test('ignores an unknown parameter of each operation that reads, and names it', {
    ...verifies('http.unknown-parameters'),
    ...SLOW,
  }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    expect(reads.length).toBeGreaterThan(35);
    for (const { name, operation } of reads) {
      const path = withParameter(operation.path(targets), 'Limit=1&x%2Cy=2');
      const { status, headers } = await world.a.send(operation.method, path, inputOf(operation, targets));
      expect({ name, status, ignored: headers.get(IGNORED) }).toEqual({
        name,
        status: 200,
        ignored: 'Limit, x%2Cy',
      });
    }
    for (const path of [
      targets.previewPath,
      targets.thumbnailPath,
      new URL(targets.productionUrl).pathname,
    ]) {
      const { status, headers } = await world.anonymous.get(withParameter(path, 'utm_source=mail'));
      expect({ path, status, ignored: headers.get(IGNORED) }).toEqual({ path, status: 200, ignored: null });
    }
  });

  test('an empty value of each optional parameter counts as absent, except of a switch', {
    ...verifies('http.empty', 'http.empty.switches', 'page.empty-parameters'),
    ...SLOW,
  }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    const { body: document } = await world.anonymous.get<OpenApiDocument>('/v2/openapi.json');
    const described = Object.values(document.paths).flatMap((item) => Object.values(item));
    let tried = 0;
    for (const { operationId, parameters = [] } of described) {
      const operation = operations[operationId];
      if (operation === undefined || operation.keys === 'none') continue;
      const optional = (
        parameters as { name: string; in: string; required: boolean; schema: Switch }[]
      ).filter((parameter) => parameter.in === 'query' && !parameter.required);
      for (const { name, schema } of optional) {
        const path = withParameter(operation.path(targets), `${name}=`);
        const { status, headers } = await world.a.send(operation.method, path, inputOf(operation, targets));
        const isSwitch = [schema, ...(schema.anyOf ?? [])].some(
          (each) => each.enum?.includes('true') === true,
        );
        expect({ operationId, name, isRefused: status === 400, ignored: headers.get(IGNORED) }).toEqual({
          operationId,
          name,
          isRefused: isSwitch,
          ignored: isSwitch ? null : name,
        });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(40);
  });

  test(
    'finds all locations for an empty exact filter, and says that it was ignored',
    verifies('http.empty', 'http.unknown-parameters'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { fields: [{ name: 'phone', type: 'string' }] });
      const path = `/v2/maps/${map.id}/locations`;
      for (const uniqueId of ['a', 'b'])
        await a.post(path, { uniqueId, lat: 1, lng: 2, fields: { phone: uniqueId } });
      const found = async (query: string) => {
        const { status, headers, body } = await a.get<Page<{ uniqueId: string }>>(`${path}?${query}`);
        return { status, ignored: headers.get(IGNORED), found: body.items.map((item) => item.uniqueId) };
      };
      const all = { status: 200, found: ['b', 'a'] };
      expect(await found('uniqueId=')).toEqual({ ...all, ignored: 'uniqueId' });
      expect(await found('uniqueid=a')).toEqual({ ...all, ignored: 'uniqueid' });
      expect(await found('field%5Bphone%5D=')).toEqual({ ...all, ignored: 'field%5Bphone%5D' });
      expect(await found('field=a&fieldphone=a')).toEqual({ ...all, ignored: 'field, fieldphone' });
      for (const query of ['uniqueId=a', 'field.phone=a', 'field[phone]=a', 'field%5Bphone%5D=a'])
        expect(await found(query)).toEqual({ status: 200, ignored: null, found: ['a'] });
    },
  );

  test('reads "" and null of optional members of a query as absent', verifies('http.empty'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'number' });
    await addRecords(a, store, [{ n: 1 }, { n: 2 }]);
    for (const operation of ['search', 'query']) {
      const expected = await a.post(`${recordsPath(store)}/${operation}`, {});
      for (const empty of ['', null]) {
        const given = { filters: empty, match: empty, sortBy: empty, sortDir: empty, limit: empty };
        const { status, body } = await a.post(`${recordsPath(store)}/${operation}`, given);
        expect({ status, body }).toEqual({ status: 200, body: expected.body });
      }
    }
    const grouped = {
      measures: [{ op: 'count', as: '', field: null }],
      groupBy: [{ field: 'n', bucket: '' }],
    };
    expect((await a.post(`${recordsPath(store)}/summarize`, grouped)).status).toBe(200);
    // The value of a filter is a value.
    expectRefused(
      await a.post(`${recordsPath(store)}/search`, { filters: [{ field: 'n', op: 'eq', value: '' }] }),
      ['filters[0].value'],
    );
  });

  test(
    '"" and null clear what a change can clear, and change nothing else',
    verifies('http.empty'),
    async () => {
      const { a } = await arrange();
      const path = '/v2/stores';
      const properties = [{ name: 'p', type: 'string', required: '', description: '' }];
      for (const empty of ['', null]) {
        const created = await a.post<StoreDetail>(path, {
          name: 'S',
          description: empty,
          recordTtl: empty,
          properties,
        });
        expect(created.body).toMatchObject({
          description: null,
          recordTtl: null,
          properties: [{ required: false, description: null }],
        });
        const store = `${path}/${created.body.id}`;
        await a.patch(store, { description: 'Old', recordTtl: 60 });
        const changed = await a.patch(store, { name: empty, description: empty, recordTtl: empty });
        expect(changed.body).toMatchObject({ name: 'S', description: null, recordTtl: null });
      }
    },
  );

  test(
    'refuses empty restrictions of a key, and creates none',
    verifies('http.empty.rights', 'keys.create'),
    async () => {
      const { a } = await arrange();
      for (const empty of ['', null]) {
        for (const member of ['storeId', 'readOnly', 'expiresAt', 'addresses'])
          expectRefused(await a.post('/admin/keys', { name: 'x', [member]: empty }), [member]);
      }
      expectRefused(await a.post('/admin/keys', { name: 'x', addresses: [] }), ['addresses']);
      expectRefused(await a.post('/admin/keys', { name: 'x', addresses: [''] }), ['addresses[0]']);
      expect((await a.get<Page<ApiKeySummary>>('/admin/keys')).body.items).toHaveLength(1);
    },
  );
});

interface Switch {
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Switch[];
}
