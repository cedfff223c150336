import type { CreatedApiKeyResponse, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { Client, ClientResponse, SendOptions } from './client.ts';
import { operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onEveryStorage } from './world.ts';

const HOUR = 3_600_000;
const mismatch = [422, 'idempotency_mismatch'] as const;

/** The operations that take an Idempotency-Key. Under `/admin` the names have a prefix (`operations`). */
const IDEMPOTENT = [
  'AddStoreRecord',
  'BatchUpsertStoreRecords',
  'BatchDeleteStoreRecords',
  'DeleteStoreRecordByKey',
  'CreateStore',
  'CreateView',
  'CreateWebhook',
  'CreateApiKey',
  'CreateMap',
  'AddLocation',
  'AddImage',
  'CreateTimerFrame',
  'CreateLiveImageDraft',
  'admin CreateMap',
  'admin AddImage',
];

function postOnce<Body>(client: Client, path: string, key: string, options: SendOptions) {
  const headers = { ...options.headers, 'idempotency-key': key };
  return client.send<Body>('POST', path, { ...options, headers });
}

function isReplay({ headers }: ClientResponse<unknown>): boolean {
  return headers.get('idempotent-replayed') === 'true';
}

/** Signed URLs are new in each response. */
const SIGNED = /"(thumbnailUrl|thumbnailExpiresAt)":"[^"]*"/g;

/** Returns the parts of a response that a replay repeats. */
function answerOf({ status, text, headers }: ClientResponse<unknown>) {
  const body = text.replaceAll(SIGNED, '');
  return { status, body, location: headers.get('location'), etag: headers.get('etag') };
}

async function countRecords(client: Client, store: StoreDetail): Promise<number> {
  return (await client.get<StoreDetail>(`/v2/stores/${store.id}`)).body.recordCount;
}

onEveryStorage((arrange) => {
  test('the operations with an Idempotency-Key are those that the OpenAPI documents name', async () => {
    const { anonymous } = await arrange();
    const named: string[] = [];
    for (const [path, prefix] of [
      ['/v2/openapi.json', ''],
      ['/admin/openapi.json', 'admin '],
    ] as const) {
      const { body } = await anonymous.get<{ paths: Record<string, Record<string, DescribedOperation>> }>(
        path,
      );
      for (const operation of Object.values(body.paths).flatMap((methods) => Object.values(methods))) {
        if (!operation.parameters?.some(({ name }) => name === 'Idempotency-Key')) continue;
        const name = `${prefix}${operation.operationId}`;
        named.push(name in operations ? name : operation.operationId);
        const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
        expect(success?.headers).toHaveProperty('Idempotent-Replayed');
        expect(operation.responses).toHaveProperty('409');
        expect(operation.responses).toHaveProperty('422');
      }
    }
    expect(new Set(named)).toEqual(new Set(IDEMPOTENT));
  });

  test(
    'a request with its members in another order is the same, however deeply it is nested',
    verifies('idempotency.replay', 'idempotency.canonical'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string', n: 'number' });
      const path = recordsPath(store);
      const headers = { 'content-type': 'application/json' };
      const post = (raw: string) => postOnce(a, path, 'order', { raw, headers });
      const first = await post('{"name":"a","n":10}');
      for (const same of ['{"n":10,"name":"a"}', ' { "n": 1e1,\n"name":"\\u0061" }']) {
        const again = await post(same);
        expect([isReplay(again), again.text]).toEqual([true, first.text]);
      }
      expectProblem(await post('{"n":"10","name":"a"}'), ...mismatch);
      const records = '[{"n":1,"name":"x"},{"n":2}]';
      const batch = (raw: string) => postOnce(a, `${path}/batch`, 'batch', { raw, headers });
      await batch(`{"records":${records}}`);
      expect(isReplay(await batch('{"records":[{"name":"x","n":1},{"n":2}]}'))).toBe(true);
      expectProblem(await batch('{"records":[{"n":2},{"n":1,"name":"x"}]}'), ...mismatch);
      const deep = `{"name":${'['.repeat(25_000)}${']'.repeat(25_000)}}`;
      expectRefused(await postOnce(a, path, 'deep', { raw: deep, headers }), ['name']);
    },
  );

  test.each(IDEMPOTENT)(
    '%s with a used key returns the first response and changes nothing',
    verifies('idempotency.replay', 'idempotency.mismatch'),
    async (name) => {
      const world = await arrange();
      const { a } = world;
      const call = operations[name];
      if (call === undefined) throw new Error(`There is no call of ${name}.`);
      const targets = await createTargets(world);
      const path = call.path(targets);
      const options = call.form === undefined ? { json: call.json?.(targets) } : { form: call.form() };
      const first = await postOnce(a, path, 'first', options);
      expect([first.status, isReplay(first)]).toEqual([expect.closeTo(200, -1), false]);
      const before = await world.dump?.();
      for (let i = 0; i < 2; i++) {
        const again = await postOnce(a, path, 'first', options);
        expect(isReplay(again)).toBe(true);
        expect(answerOf(again)).toEqual(answerOf(first));
      }
      expect(await world.dump?.()).toEqual(before);
      const other =
        call.form === undefined
          ? { json: { ...call.json?.(targets), name: 'Another' } }
          : { form: [...call.form(), ['name', 'Another'] as const] };
      expectProblem(await postOnce(a, path, 'first', other), ...mismatch);
      expectRefused(await postOnce(a, `${path}?x=1`, 'first', options), ['x']);
      expect(await world.dump?.()).toEqual(before);
    },
  );

  test(
    'accepts keys of 1 to 255 printable ASCII characters, and checks them after the store',
    verifies('idempotency.key'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { note: 'string' });
      for (const key of ['k', 'a b~!', 'k'.repeat(255)]) {
        expect((await postOnce(a, recordsPath(store), key, { json: {} })).status).toBe(201);
      }
      for (const key of ['', 'k'.repeat(256), 'schl\u00fcssel', 'a\tb']) {
        const refused = await postOnce(a, recordsPath(store), key, { json: {} });
        expectRefused(refused, ['Idempotency-Key']);
        expectProblem(await postOnce(a, '/v2/stores/unknown/records', key, { json: {} }), ...notFound);
      }
      expect(await countRecords(a, store)).toBe(3);
    },
  );

  test(
    'ignores the key of a request that changes nothing or is idempotent anyway',
    verifies('idempotency.replay'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { note: 'string' });
      const count = () => postOnce<{ count: number }>(a, `${recordsPath(store)}/count`, 'k', { json: {} });
      expect((await count()).body).toEqual({ count: 0 });
      await a.post(recordsPath(store), { note: 'x' });
      expect((await count()).body).toEqual({ count: 1 });
      expect((await postOnce(a, recordsPath(store), 'k', { json: {} })).status).toBe(201);
    },
  );

  test(
    'keeps a key for 24 hours for its account, whichever of its API keys sent the request',
    verifies('idempotency.kept'),
    async () => {
      const { a, b, advance, withStoreKey, vitrine } = await arrange();
      const store = await createStore(a, { note: 'string' });
      const s = await withStoreKey(store.id);
      const path = recordsPath(store);
      const first = await postOnce(s, path, 'shared', { json: { note: 'x' } });
      expect(isReplay(await postOnce(a, path, 'shared', { json: { note: 'x' } }))).toBe(true);
      const others = await createStore(b, { note: 'string' });
      expect((await postOnce(b, recordsPath(others), 'shared', { json: {} })).status).toBe(201);
      advance(24 * HOUR - 60_000);
      await vitrine.runDueJobs();
      expect(answerOf(await postOnce(s, path, 'shared', { json: { note: 'x' } }))).toEqual(answerOf(first));
      advance(60_000);
      const later = await postOnce<StoreRecordResponse>(s, path, 'shared', { json: { note: 'y' } });
      expect([later.status, isReplay(later)]).toEqual([201, false]);
      expect(await countRecords(a, store)).toBe(2);
    },
  );

  test('purges expired keys in the background', verifies('idempotency.kept'), async () => {
    const { a, advance, now, storage, vitrine, dump } = await arrange();
    const store = await createStore(a, { note: 'string' });
    await postOnce(a, recordsPath(store), 'purged', { json: {} });
    advance(48 * HOUR);
    const kind = 'purge-idempotency-keys';
    await storage.jobs.enqueue([
      { kind, key: kind, payload: JSON.stringify({ kind }), accountId: null, runAt: now() },
    ]);
    await vitrine.runDueJobs();
    if (dump !== null) expect((await dump()).idempotency_keys ?? []).toEqual([]);
  });

  test('leaves the key of a refused request free', verifies('idempotency.success-only'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', n: 'number' });
    const path = recordsPath(store);
    expectRefused(await postOnce(a, path, 'k', { json: { sku: 'a', n: 'x' } }), ['n']);
    expectRefused(
      await postOnce(a, path, 'k', { raw: '{', headers: { 'content-type': 'application/json' } }),
      [''],
    );
    const created = await postOnce(a, path, 'k', { json: { sku: 'a', n: 1 } });
    expect([created.status, isReplay(created)]).toEqual([201, false]);
    expectProblem(await postOnce(a, path, 'exists', { json: { sku: 'a' } }), 400, 'record_exists');
    await a.delete(`${path}/a`);
    expect((await postOnce(a, path, 'exists', { json: { sku: 'a' } })).status).toBe(201);
    const invalid = { records: [{ n: 1 }] };
    expect(isReplay(await postOnce(a, `${path}/batch`, 'batch', { json: invalid }))).toBe(false);
    expect(isReplay(await postOnce(a, `${path}/batch`, 'batch', { json: invalid }))).toBe(false);
  });

  test(
    'of racing requests with one key one is carried out; the others get 409 or its response',
    verifies('idempotency.in-flight', 'idempotency.one-step'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { note: 'string' });
      for (let round = 0; round < 5; round++) {
        const sent = Array.from({ length: 8 }, () =>
          postOnce<StoreRecordResponse>(a, recordsPath(store), `race ${round}`, { json: { note: 'x' } }),
        );
        const responses = await Promise.all(sent);
        const made = responses.filter((response) => response.status === 201 && !isReplay(response));
        expect(made).toHaveLength(1);
        for (const response of responses) {
          if (response.status === 409) {
            expectProblem(response, 409, 'conflict');
            expect(response.headers.get('retry-after')).toBe('1');
          } else expect(response.body).toEqual(made[0]?.body);
        }
        expect(await countRecords(a, store)).toBe(round + 1);
      }
    },
  );

  test(
    'replays the first response after the store has changed or is deleted, and over a full quota',
    verifies('idempotency.replay'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const store = await createStore(a, { sku: 'unique string', '2024': 'number', note: 'string' });
      const path = recordsPath(store);
      const body = { sku: 'a', '2024': 1.5, note: 'x' };
      const first = await postOnce(a, path, 'one', { json: body });
      const batch = { records: [body, { sku: 'b' }, { note: 'no key' }] };
      const both = await postOnce(a, `${path}/batch`, 'two', { json: batch });
      await a.post(`/v2/stores/${store.id}/properties/note/rename`, { name: 'remark' });
      await a.delete(`/v2/stores/${store.id}/properties/2024`);
      await vitrine.accounts.changeLimits(accountId, { records: 0 });
      const replays = async () => [
        answerOf(await postOnce(a, path, 'one', { json: body })),
        answerOf(await postOnce(a, `${path}/batch`, 'two', { json: batch })),
      ];
      expect(await replays()).toEqual([first, both].map(answerOf));
      await a.delete(`/v2/stores/${store.id}`);
      expect(await replays()).toEqual([first, both].map(answerOf));
    },
  );

  test(
    'returns no response to an API key that could not have sent the request',
    verifies('idempotency.access'),
    async () => {
      const { a, withKey, withStoreKey, vitrine, principal } = await arrange();
      const [store, other] = [
        await createStore(a, { note: 'string' }),
        await createStore(a, { note: 'string' }),
      ];
      const json = { note: 'x' };
      await postOnce(a, recordsPath(store), 'k', { json });
      const s = await withStoreKey(other.id);
      expectProblem(await postOnce(s, recordsPath(store), 'k', { json }), ...notFound);
      expectProblem(await postOnce(s, recordsPath(other), 'k', { json }), ...mismatch);
      const named = { name: 'S', properties: [{ name: 'p', type: 'string' }] };
      await postOnce(a, '/v2/stores', 'store', { json: named });
      expectProblem(await postOnce(s, '/v2/stores', 'store', { json: named }), 403, 'forbidden');
      const { key } = await vitrine.apiKeys.create(principal, { name: 'reader', readOnly: true });
      expectProblem(await postOnce(withKey(key), recordsPath(store), 'k', { json }), 403, 'forbidden');
      expectProblem(
        await postOnce(withKey('account-unknown'), recordsPath(store), 'k', { json }),
        401,
        'unauthorized',
      );
    },
  );

  test(
    'replays the secret of a new API key only to the key that created it, whatever another one may do',
    verifies('idempotency.same-key', 'idempotency.access'),
    async () => {
      const { a, b, withKey, vitrine, principal, now } = await arrange();
      const json = { name: 'importer' };
      const first = await postOnce<CreatedApiKeyResponse>(a, '/admin/keys', 'deploy', { json });
      expect(first.status).toBe(201);
      const others = [
        { expiresAt: new Date(now() + HOUR).toISOString() },
        { addresses: ['127.0.0.0/8', '::1/128'] },
        {},
      ];
      for (const restriction of others) {
        const { key } = await vitrine.apiKeys.create(principal, { name: 'other', ...restriction });
        const other = withKey(key);
        const refused = await postOnce(other, '/admin/keys', 'deploy', { json });
        if (refused.status !== 403) expectProblem(refused, ...mismatch);
        expect(refused.text).not.toContain(first.body.key);
        // Its own requests have replays, but the first key gets none of those.
        const own = await postOnce<CreatedApiKeyResponse>(other, '/admin/keys', `own ${key}`, { json });
        if (own.status === 403) continue;
        expect(isReplay(await postOnce(other, '/admin/keys', `own ${key}`, { json }))).toBe(true);
        expectProblem(await postOnce(a, '/admin/keys', `own ${key}`, { json }), ...mismatch);
      }
      // The keys of another account are other keys.
      expect((await postOnce(b, '/admin/keys', 'deploy', { json })).status).toBe(201);
      expect((await postOnce<CreatedApiKeyResponse>(a, '/admin/keys', 'deploy', { json })).body).toEqual(
        first.body,
      );
    },
  );

  test(
    'replays the secret of a new API key, which the storage holds only encrypted',
    verifies('idempotency.secrets', 'idempotency.replay'),
    async () => {
      const { a, dump, withKey } = await arrange();
      const json = { name: 'deployed' };
      const first = await postOnce<CreatedApiKeyResponse>(a, '/admin/keys', 'the key', { json });
      const again = await postOnce<CreatedApiKeyResponse>(a, '/admin/keys', 'the key', { json });
      expect(again.body).toEqual(first.body);
      expect((await withKey(again.body.key).get('/v2/whoami')).status).toBe(200);
      const text = JSON.stringify((await dump?.()) ?? {});
      expect(text).not.toContain(first.body.key);
      expect(text).not.toContain('the key');
    },
  );
});

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, object>> }>>;
}
