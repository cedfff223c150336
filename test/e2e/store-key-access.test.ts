import type { CreatedApiKeyResponse, Page, StoreSummary, WhoAmIResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  forbidden,
  notFound,
  recordPath,
  unauthorized,
} from './arrange.ts';
import type { OpenApiDocument } from './contract-check.ts';
import { call, nowhere, operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage, type World } from './world.ts';

/** Returns everything that an account contains, as its owner sees it. */
async function snapshot({ vitrine, principal }: World): Promise<string> {
  const { items } = await vitrine.stores.list(principal, { limit: 100 });
  const stores = await Promise.all(
    items.map(async ({ id }) => ({
      store: await vitrine.stores.get(principal, id),
      records: await vitrine.records.list(principal, id),
    })),
  );
  const keys = (await vitrine.apiKeys.list(principal)).items.map(({ lastUsed: _lastUsed, ...key }) => key);
  const images = (await vitrine.images.list(principal, { status: 'all' })).items.map(
    ({ thumbnailUrl: _url, thumbnailExpiresAt: _end, ...image }) => image,
  );
  const fonts = (await vitrine.fonts.list(principal)).map(({ previewUrl: _url, ...font }) => font);
  const maps = await Promise.all(
    (await vitrine.maps.list(principal)).items.map(async (map) => ({
      map,
      locations: await vitrine.locations.search(principal, map.id),
    })),
  );
  return JSON.stringify({ stores, keys, images, fonts, maps });
}

onOneStorage((arrange) => {
  test('has a row in the matrix for every documented operation', verifies('keys.account-only'), async () => {
    const { anonymous } = await arrange();
    const documents = [
      await anonymous.get<OpenApiDocument>('/v2/openapi.json'),
      await anonymous.get<OpenApiDocument>('/admin/openapi.json'),
    ];
    const [own = [], admin = []] = documents.map(({ body }) =>
      Object.values(body.paths)
        .flatMap((path) => Object.values(path))
        .map(({ operationId }) => operationId),
    );
    const named = [...own, ...admin.map((id) => (own.includes(id) ? `admin ${id}` : id))];
    expect(named.toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  test(
    'returns 401 for every operation without a key or with an unknown or revoked one, and changes nothing',
    verifies('unauthorized.missing', 'unauthorized.unknown', 'auth.header', 'order.unauthorized-first'),
    async () => {
      const world = await arrange();
      const targets = await createTargets(world);
      const { a, vitrine, principal, withKey, anonymous } = world;
      const revoked = await vitrine.apiKeys.create(principal, { name: 'revoked' });
      const revokedStore = await vitrine.apiKeys.create(principal, {
        name: 'revoked',
        storeId: targets.storeId,
      });
      for (const { keyId } of [revoked, revokedStore]) await vitrine.apiKeys.revoke(principal, keyId);
      const before = await snapshot(world);
      const intruders = [
        anonymous,
        withKey(revoked.key),
        withKey(revokedStore.key),
        withKey('account-unknown'),
        withKey('store-unknown'),
        withKey(`${a.key}x`),
        withKey((a.key ?? '').toUpperCase()),
      ];
      for (const [name, operation] of Object.entries(operations)) {
        if (operation.keys === 'none') continue;
        for (const intruder of intruders) {
          const response = await call(intruder, operation, targets);
          expectProblem(response, ...unauthorized);
          expect(response.headers.get('www-authenticate'), name).toMatch(/^Bearer/);
        }
      }
      for (const authorization of [
        '',
        'Bearer',
        'Bearer ',
        `Basic ${a.key}`,
        `${a.key}`,
        `Token ${a.key}`,
        `Bearer  ${a.key} x`,
        `Bearer ${a.key},Bearer ${a.key}`,
      ]) {
        const response = await anonymous.send('GET', '/v2/whoami', { headers: { authorization } });
        expectProblem(response, ...unauthorized);
      }
      expectProblem(await anonymous.get(`/v2/whoami?key=${a.key}&access_token=${a.key}`), ...unauthorized);
      expect(await snapshot(world)).toBe(before);
    },
  );

  test(
    "returns 404 with another account's key for everything in an account, and changes nothing",
    verifies('isolation', 'auth.account-scope', 'keys.create.foreign-store', 'errors.404'),
    async () => {
      const world = await arrange();
      const { a, b, vitrine, otherAccountId } = world;
      const targets = await createTargets(world);
      const own = await createStore(b, { sku: 'unique string', note: 'string', amount: 'number' });
      const foreign = { kind: 'account', accountId: otherAccountId, key: null } as const;
      const storeKey = await vitrine.apiKeys.create(foreign, { name: 'foreign', storeId: own.id });
      const before = await snapshot(world);
      for (const [name, operation] of Object.entries(operations)) {
        const response = await call(b, operation, targets);
        if (operation.isOfStore || operation.isOfAccount === true) {
          expectProblem(response, ...notFound);
          const missing = await call(b, operation, nowhere);
          const { traceId: _a, instance: _b, ...seen } = response.body as Record<string, unknown>;
          const { traceId: _c, instance: _d, ...unknown } = missing.body as Record<string, unknown>;
          expect(seen, name).toEqual(unknown);
        } else {
          expect(response.text).not.toContain(targets.storeId);
        }
        const byStoreKey = await call(world.withKey(storeKey.key), operation, targets);
        if (operation.isOfStore) expectProblem(byStoreKey, ...notFound);
        else expect(byStoreKey.text).not.toContain(targets.storeId);
      }
      expect(await snapshot(world)).toBe(before);
      // The same key in the other account is another record.
      await addRecord(b, own, { sku: 'one', note: 'of b' });
      expect((await a.get(recordPath({ id: targets.storeId }, 'one'))).body).toMatchObject({ note: 'kept' });
    },
  );

  test(
    'returns 404 with the key of another store for every operation on a store, and 403 or its own data for the rest',
    verifies('auth.store-key.one-store', 'auth.store-key.other-store', 'order.not-found-second'),
    async () => {
      const world = await arrange();
      const targets = await createTargets(world);
      const other = await createStore(world.a, { sku: 'unique string', note: 'string', amount: 'number' });
      const client = await world.withStoreKey(other.id);
      const before = await snapshot(world);
      for (const operation of Object.values(operations)) {
        const response = await call(client, operation, targets);
        if (operation.isOfStore) expectProblem(response, ...notFound);
        else if (operation.keys === 'account') expectProblem(response, ...forbidden);
        else expect(response.status).toBe(200);
        expect(response.text).not.toContain('kept');
      }
      expect(await snapshot(world)).toBe(before);
    },
  );

  test(
    'allows a store key everything with the records of its store, and nothing with the store itself',
    verifies(
      'auth.store-key.records',
      'auth.store-key.forbidden',
      'auth.account-key.required',
      'store-key.elsewhere',
      'store-key.elsewhere.media',
      'store-key.admin',
      'errors.403',
      'keys.account-only',
    ),
    async () => {
      const world = await arrange();
      const targets = await createTargets(world);
      const client = await world.withStoreKey(targets.storeId);
      const before = await snapshot(world);
      for (const operation of Object.values(operations)) {
        if (operation.keys === 'account') expectProblem(await call(client, operation, targets), ...forbidden);
      }
      expectProblem(await client.delete('/admin/keys/nobody'), ...forbidden);
      for (const id of ['1', '999999', '-1', '07', 'none', '%00', '99999999999']) {
        for (const path of [`/v2/images/${id}`, `/v2/fonts/${id}`]) {
          expectProblem(await client.delete(path), ...forbidden);
        }
        expectProblem(await client.get(`/v2/images/${id}`), ...forbidden);
        expectProblem(await client.post(`/v2/images/${id}/restore`), ...forbidden);
      }
      expect(await snapshot(world)).toBe(before);
      for (const [name, operation] of Object.entries(operations)) {
        if (operation.keys === 'account') continue;
        const { status } = await call(client, operation, targets);
        const statuses: Readonly<Record<string, number>> = {
          AddStoreRecord: 201,
          StartImport: 202,
          CancelImport: 204,
        };
        expect(status, name).toBe(statuses[name] ?? 200);
      }
    },
  );

  test(
    'allows an account key everything with every store of its account',
    verifies('auth.account-key'),
    async () => {
      const world = await arrange();
      const targets = await createTargets(world);
      const created = {
        CreateStore: 201,
        CreateView: 201,
        DeleteView: 204,
        CreateWebhook: 201,
        DeleteWebhook: 204,
        RetryWebhookDelivery: 404,
        ReplayWebhook: 400,
        TestWebhook: 200,
        AddStoreRecord: 201,
        StartImport: 202,
        CancelImport: 204,
        CreateApiKey: 201,
        RevokeApiKey: 204,
        RenameImage: 204,
        MoveImage: 204,
        DeleteImage: 204,
        RestoreImage: 204,
        AddImage: 201,
        UploadFont: 201,
        AddFontFromUrl: 400,
        DeleteFont: 204,
        DeleteTimerFrame: 204,
        DeleteTimer: 204,
        DeleteLiveImageDraft: 204,
        DeleteLiveImage: 204,
        AddLocation: 201,
        DeleteLocation: 204,
        CreateMap: 201,
        DeleteMap: 204,
        'admin AddImage': 201,
        'admin CreateMap': 201,
        // Already deleted under /v2.
        'admin DeleteMap': 404,
        RetryJob: 204,
      } as Record<string, number>;
      // Operations that delete what others need come last.
      const last = ['DeleteStoreProperty', 'DeleteStore'];
      for (const name of [...Object.keys(operations).filter((each) => !last.includes(each)), ...last]) {
        const operation = operations[name];
        if (operation === undefined) throw new Error(`No operation ${name}.`);
        const { status, text } = await call(world.a, operation, targets);
        expect(status, `${name} ${text}`).toBe(created[name] ?? 200);
      }
    },
  );

  test(
    'describes both kinds of key in identity operations',
    verifies(
      'whoami',
      'auth.access',
      'access.account',
      'access.store',
      'auth.store-key.list',
      'store-key.identity',
      'operation.get-store-access',
    ),
    async () => {
      const { a, vitrine, principal, accountId, withKey } = await arrange();
      const [own] = [await createStore(a, { name: 'string' }), await createStore(a, { name: 'string' })];
      const issued = await vitrine.apiKeys.create(principal, { name: 'Shop window', storeId: own.id });
      const client = withKey(issued.key);
      expect((await a.get<WhoAmIResponse>('/v2/whoami')).body).toEqual({
        accountId,
        accountName: 'A',
        keyId: expect.any(String),
        keyName: 'key of A',
        scope: 'account',
      });
      expect((await client.get('/v2/whoami')).body).toEqual({
        accountId,
        accountName: 'A',
        keyId: issued.keyId,
        keyName: 'Shop window',
        scope: 'store',
        storeId: own.id,
      });
      expect((await a.get('/v2/stores/access')).body).toEqual({ scope: 'account', accountId });
      expect((await client.get('/v2/stores/access')).body).toEqual({
        scope: 'store',
        accountId,
        storeId: own.id,
      });
      const { body } = await client.get<Page<StoreSummary>>('/v2/stores');
      expect(body).toMatchObject({ items: [{ id: own.id }], limit: 50 });
      expect(body.items).toHaveLength(1);
      expect((await client.get('/v2/stores?q=nothing')).body).toEqual({ items: [], limit: 50 });
    },
  );

  test(
    'returns an empty list and no access for the key of a deleted store, but still identifies it',
    verifies('store-key.of-deleted-store', 'access.deleted', 'errors.404.access'),
    async () => {
      const { a, withKey } = await arrange();
      const store = await createStore(a, { name: 'string' });
      const { body: issued } = await a.post<CreatedApiKeyResponse>('/admin/keys', {
        name: 'left over',
        storeId: store.id,
      });
      const client = withKey(issued.key);
      await a.delete(`/v2/stores/${store.id}`);
      expect((await client.get('/v2/stores')).body).toEqual({ items: [], limit: 50 });
      expectProblem(await client.get('/v2/stores/access'), ...notFound);
      const { status, body } = await client.get('/v2/whoami');
      expect({ status, body }).toMatchObject({ status: 200, body: { scope: 'store', storeId: store.id } });
      expectProblem(await client.get(`/v2/stores/${store.id}`), ...notFound);
      expectProblem(await client.delete(`/v2/stores/${store.id}`), ...notFound);
      expectProblem(await client.post('/v2/stores', {}), ...forbidden);
    },
  );
});
