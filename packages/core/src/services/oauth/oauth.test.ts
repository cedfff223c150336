import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { FetchedDocument, Media, Refusal } from '../../media/media.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

const BASE = 'https://vitrine.example/shop';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const CALLBACK = 'https://app.example/cb';
const HOUR = 3_600_000;
const PRODUCTS = { name: 'Products', properties: [{ name: 'sku', type: 'string' as const }] };

/** A client of `document`, whose address the server fetches. */
const DOCUMENT = 'https://app.example/client.json';

async function arrange(fetchDocument?: (url: string) => FetchedDocument | Refusal) {
  const time = { now: Date.UTC(2026, 0, 2) };
  const fetches: string[] = [];
  const media = {
    async fetchDocument(url: string) {
      fetches.push(url);
      return fetchDocument?.(url) ?? { refused: 'none' };
    },
    close: async () => {},
  } as Partial<Media> as Media;
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    baseUrl: BASE,
    clock: () => time.now,
    rateLimits: { account: 100_000, key: 100_000, failedKeys: 2 },
    ...(fetchDocument === undefined ? {} : { media }),
  });
  const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const { oauth } = vitrine;
  const { id } = await oauth.register({ redirect_uris: [CALLBACK], client_name: 'App' }, null);

  const query = (more: Readonly<Record<string, string | null>> = {}) => {
    const parameters = {
      response_type: 'code',
      client_id: id,
      redirect_uri: CALLBACK,
      state: 's&1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      resource: `${BASE}/store_mcp`,
      ...more,
    };
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== null) given.set(name, value);
    return given.toString();
  };
  const allow = async (more: object = {}) =>
    new URL((await oauth.allow(me, { request: query(), name: 'App', ...more }, null)).location).searchParams;
  const form = (fields: Readonly<Record<string, string>>) =>
    new URLSearchParams({ client_id: id, ...fields }).toString();
  const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
    oauth.exchange(form({ grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...more }));
  const refresh = (token: string, more: Readonly<Record<string, string>> = {}) =>
    oauth.exchange(form({ grant_type: 'refresh_token', refresh_token: token, ...more }));
  const keys = async () => (await vitrine.apiKeys.list(me)).items;
  return { vitrine, oauth, me, id, time, fetches, query, allow, form, exchange, refresh, keys };
}

const codeOf = (parameters: URLSearchParams) => parameters.get('code') ?? '';
const refused = (error: string) => expect.objectContaining({ name: 'OAuthError', error });

describe('a request', () => {
  test('names the client and where the browser returns', verifies('oauth.issuer'), async () => {
    const { oauth, query } = await arrange();
    const opened = await oauth.open(query(), null);
    expect(opened).toMatchObject({
      clientName: 'App',
      clientHost: null,
      redirectUri: CALLBACK,
      returnHost: 'app.example',
      isLocal: false,
      refusal: null,
    });
    const denied = new URL(opened.denyUrl).searchParams;
    expect([denied.get('error'), denied.get('state'), denied.get('iss')]).toEqual([
      'access_denied',
      's&1',
      BASE,
    ]);
  });

  test.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with a challenge and no method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    [
      'with a plain challenge',
      { code_challenge_method: 'plain', code_challenge: VERIFIER },
      'invalid_request',
    ],
    ['with a short challenge', { code_challenge: CHALLENGE.slice(1) }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://evil.example/store_mcp' }, 'invalid_target'],
    ['for another path', { resource: `${BASE}/v2` }, 'invalid_target'],
    ['for this host', { resource: 'https://vitrine.example/' }, 'invalid_target'],
    ['for a fragment', { resource: `${BASE}/store_mcp#x` }, 'invalid_target'],
  ])(
    '%s is refused, and tells the client at its own address',
    verifies('oauth.pkce', 'oauth.resource', 'oauth.issuer'),
    async (_, more, error) => {
      const { oauth, me, query, keys } = await arrange();
      const { refusal, denyUrl } = await oauth.open(query(more), null);
      expect(refusal).not.toBeNull();
      const { searchParams, origin } = new URL(denyUrl);
      expect([origin, searchParams.get('error'), searchParams.get('iss')]).toEqual([
        'https://app.example',
        error,
        BASE,
      ]);
      expect(searchParams.has('code')).toBe(false);
      const allowing = oauth.allow(me, { request: query(more), name: 'App' }, null);
      await expect(allowing).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await keys()).toEqual([]);
    },
  );

  test('with a repeated parameter is refused', async () => {
    const { oauth, query } = await arrange();
    expect((await oauth.open(`${query()}&state=2`, null)).refusal).toBe('A parameter is repeated.');
    expect((await oauth.open(`${query()}&resource=https://evil.example`, null)).refusal).toMatch(
      /^Tokens of this/,
    );
    await expect(oauth.open(`${query()}&redirect_uri=${CALLBACK}`, null)).rejects.toMatchObject({
      issues: [{ path: 'redirect_uri' }],
    });
  });

  test('may name the tools in capitals and with a slash, or not at all', async () => {
    const { oauth, query } = await arrange();
    for (const resource of [null, 'HTTPS://Vitrine.example/shop/store_mcp/'])
      expect((await oauth.open(query({ resource }), null)).refusal).toBeNull();
  });

  test('of an unknown client or to another address is sent nowhere', verifies('oauth.redirect'), async () => {
    const { oauth, me, query, keys } = await arrange();
    for (const [path, more] of [
      ['client_id', { client_id: 'unknown' }],
      ['client_id', { client_id: null }],
      ['redirect_uri', { redirect_uri: 'https://evil.example/cb' }],
      ['redirect_uri', { redirect_uri: `${CALLBACK}/` }],
      ['redirect_uri', { redirect_uri: null }],
    ] as const) {
      const problem = { code: 'validation_failed', issues: [{ path }] };
      await expect(oauth.open(query(more), null)).rejects.toMatchObject(problem);
      await expect(oauth.allow(me, { request: query(more), name: 'x' }, null)).rejects.toMatchObject(problem);
    }
    expect(await keys()).toEqual([]);
  });
});

describe('a registration', () => {
  test('is refused for other than https and local addresses', verifies('oauth.registration'), async () => {
    const { oauth } = await arrange();
    for (const uris of [
      [],
      ['javascript:alert(1)'],
      [CALLBACK, 'http://evil.example/'],
      [1],
      'x',
      Array(21).fill(CALLBACK),
    ])
      await expect(oauth.register({ redirect_uris: uris }, null)).rejects.toEqual(
        refused('invalid_redirect_uri'),
      );
    for (const metadata of [null, 'x', { redirect_uris: [CALLBACK], client_name: 'x'.repeat(201) }])
      await expect(oauth.register(metadata, null)).rejects.toMatchObject({ name: 'OAuthError' });
    const long = Array.from({ length: 10 }, (_, i) => `https://app.example/${'x'.repeat(900)}${i}`);
    await expect(oauth.register({ redirect_uris: long }, null)).rejects.toEqual(
      refused('invalid_client_metadata'),
    );
  });

  test('has no room for characters that change what surrounds a name', async () => {
    const { oauth } = await arrange();
    const name = async (client_name?: string) =>
      (
        await oauth.register(
          { redirect_uris: [CALLBACK], ...(client_name === undefined ? {} : { client_name }) },
          null,
        )
      ).name;
    expect(await name('Cl\u202eaude\n\u0000\u200b')).toBe('Cl aude');
    expect(await name('<b>x</b>')).toBe('<b>x</b>');
    expect(await name('  ')).toBe('A client without a name');
    expect(await name()).toBe('A client without a name');
    expect((await name('\u{1f600}'.repeat(100))).isWellFormed()).toBe(true);
  });

  test('is made 60 times an hour by an address', verifies('oauth.registration'), async () => {
    const { oauth, time } = await arrange();
    const register = (address: string) => oauth.register({ redirect_uris: [CALLBACK] }, address);
    for (let i = 0; i < 60; i++) await register('2001:db8::1');
    time.now += HOUR / 2;
    await expect(register('2001:db8::2')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 1_800,
    });
    await register('192.0.2.1');
    time.now += HOUR / 2;
    await register('2001:db8::1');
  });
});

describe('a document of a client', () => {
  const document = (more: object = {}, maxAge: number | null = null) => ({
    text: JSON.stringify({ client_id: DOCUMENT, client_name: 'App', redirect_uris: [CALLBACK], ...more }),
    maxAge,
  });

  test('describes it, and is cached as long as its server says', verifies('oauth.documents'), async () => {
    const { oauth, query, fetches, time } = await arrange(() => document({}, 5 * 60_000));
    const open = () => oauth.open(query({ client_id: DOCUMENT }), null);
    expect(await open()).toMatchObject({ clientName: 'App', clientHost: 'app.example' });
    time.now += 5 * 60_000 - 1;
    await open();
    expect(fetches).toEqual([DOCUMENT]);
    time.now += 1;
    await open();
    expect(fetches).toHaveLength(2);
  });

  test('is cached for a minute at least, and not beyond a day', async () => {
    for (const [maxAge, kept] of [
      [0, 60_000],
      [400 * 24 * HOUR, 24 * HOUR],
      [null, 10 * 60_000],
    ] as const) {
      const { oauth, query, fetches, time } = await arrange(() => document({}, maxAge));
      const open = () => oauth.open(query({ client_id: DOCUMENT }), null);
      await open();
      time.now += kept - 1;
      await open();
      expect(fetches).toHaveLength(1);
      time.now += 1;
      await open();
      expect(fetches).toHaveLength(2);
    }
  });

  test.each([
    ['of another address', () => document({ client_id: 'https://evil.example/client.json' })],
    ['without an id', () => document({ client_id: undefined })],
    ['without addresses', () => document({ redirect_uris: undefined })],
    ['with a dangerous address', () => document({ redirect_uris: [CALLBACK, 'javascript:alert(1)'] })],
    ['that is no object', () => ({ text: '[]', maxAge: null })],
    ['that is no JSON', () => ({ text: '<html>', maxAge: null })],
    ['that can’t be fetched', () => ({ refused: 'No document.' })],
  ])('%s is none', verifies('oauth.documents'), async (_, fetchDocument) => {
    const { oauth, query } = await arrange(fetchDocument);
    const opening = oauth.open(query({ client_id: DOCUMENT }), null);
    await expect(opening).rejects.toMatchObject({ issues: [{ path: 'client_id' }] });
  });

  test(
    'is fetched only from an address in normal form, 60 times an hour for an address',
    verifies('oauth.documents'),
    async () => {
      const { oauth, query, fetches } = await arrange((url) => document({ client_id: url }));
      const open = (id: string) => oauth.open(query({ client_id: id }), '192.0.2.1');
      for (const id of [
        'https://app.example',
        'https://app.example/',
        'https://APP.example/c',
        'https://app.example/a/../c',
        'https://app.example/c#',
        'https://u@app.example/c',
        'ftp://app.example/c',
      ])
        await expect(open(id), id).rejects.toMatchObject({ issues: [{ path: 'client_id' }] });
      expect(fetches).toEqual([]);
      for (let i = 0; i < 60; i++) await open(`https://app.example/${i}`);
      await expect(open('https://app.example/60')).rejects.toMatchObject({ code: 'rate_limited' });
      await open('https://app.example/1');
    },
  );

  test('is not needed for tokens', async () => {
    let isGone = false;
    const { oauth, me, query, form, fetches } = await arrange(() =>
      isGone ? { refused: 'gone' } : document(),
    );
    const request = query({ client_id: DOCUMENT });
    const { location } = await oauth.allow(me, { request, name: 'App' }, null);
    isGone = true;
    const code = codeOf(new URL(location).searchParams);
    const fields = { client_id: DOCUMENT, grant_type: 'authorization_code', code, code_verifier: VERIFIER };
    expect(await oauth.exchange(form(fields))).toMatchObject({ expiresIn: 3_600 });
    expect(fetches).toHaveLength(1);
  });

  test('can’t name a client where the server fetches none', async () => {
    const { oauth, query } = await arrange();
    await expect(oauth.open(query({ client_id: DOCUMENT }), null)).rejects.toMatchObject({
      issues: [{ path: 'client_id' }],
    });
  });
});

describe('what is allowed', () => {
  test(
    'is a key: read-only unless said otherwise, of one store or the account, with an end',
    verifies('oauth.rights'),
    async () => {
      const { vitrine, me, allow, exchange, keys, time } = await arrange();
      const store = await vitrine.stores.create(me, PRODUCTS);
      const expiresAt = new Date(time.now + HOUR / 2).toISOString();
      const answer = await allow({ name: 'Mine', storeId: store.id, expiresAt });
      expect([answer.get('state'), answer.get('iss')]).toEqual(['s&1', BASE]);
      expect(await keys()).toMatchObject([
        { name: 'Mine', scope: 'store', storeId: store.id, readOnly: true, prefix: 'oauth', lastUsed: null },
      ]);
      const { accessToken, expiresIn } = await exchange(codeOf(answer));
      expect(expiresIn).toBe(1_800);
      const principal = await vitrine.identity.authenticate(accessToken);
      expect(principal).toMatchObject({
        kind: 'store',
        storeId: store.id,
        key: { name: 'Mine', readOnly: true, ofClient: true },
      });
      await expect(vitrine.records.add(principal, store.id, {})).rejects.toMatchObject({ code: 'forbidden' });
      time.now += HOUR / 2;
      await expect(vitrine.identity.authenticate(accessToken)).rejects.toMatchObject({
        code: 'unauthorized',
      });

      const writing = await exchange(codeOf(await allow({ readOnly: false })));
      const writer = await vitrine.identity.authenticate(writing.accessToken);
      expect(writer).toMatchObject({ kind: 'account', key: { name: 'App' } });
      expect(await vitrine.records.add(writer, store.id, {})).toBeDefined();
    },
  );

  test('needs an account key that may write, and ends with that key at the latest', async () => {
    const { vitrine, oauth, me, query, time, keys } = await arrange();
    const expiresAt = new Date(time.now + HOUR).toISOString();
    const { key } = await vitrine.apiKeys.create(me, { name: 'k', expiresAt, addresses: ['192.0.2.0/24'] });
    const short = await vitrine.identity.authenticate(key, '192.0.2.1');
    await oauth.allow(short, { request: query(), name: 'App' }, null);
    expect((await keys())[0]).toMatchObject({ name: 'App', expiresAt, addresses: ['192.0.2.0/24'] });
    const { key: readOnly } = await vitrine.apiKeys.create(me, { name: 'r', readOnly: true });
    const reader = await vitrine.identity.authenticate(readOnly);
    const store = await vitrine.stores.create(me, PRODUCTS);
    const { key: ofStore } = await vitrine.apiKeys.create(me, { name: 's', storeId: store.id });
    for (const principal of [reader, await vitrine.identity.authenticate(ofStore)]) {
      const allowing = oauth.allow(principal, { request: query(), name: 'App' }, null);
      await expect(allowing).rejects.toMatchObject({ code: 'forbidden' });
    }
    for (const more of [
      { name: ' ' },
      { storeId: 'none' },
      { readOnly: null },
      { expiresAt: 'soon' },
      { more: 1 },
    ]) {
      const allowing = oauth.allow(me, { request: query(), name: 'App', ...more } as never, null);
      await expect(allowing).rejects.toMatchObject({
        code: expect.stringMatching(/validation_failed|not_found/),
      });
    }
    expect(await keys()).toHaveLength(4);
  });
});

describe('a code', () => {
  test('is exchanged once; a second time deletes the key', verifies('oauth.code'), async () => {
    const { vitrine, allow, exchange, refresh, keys } = await arrange();
    const code = codeOf(await allow());
    const tokens = await exchange(code, { redirect_uri: CALLBACK, resource: `${BASE}/store_mcp` });
    await vitrine.identity.authenticate(tokens.accessToken);
    const [key] = await keys();
    await expect(exchange(code)).rejects.toMatchObject({
      error: 'invalid_grant',
      deleted: { keyId: key?.keyId },
    });
    expect(await keys()).toEqual([]);
    await expect(vitrine.identity.authenticate(tokens.accessToken)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(refresh(tokens.refreshToken)).rejects.toEqual(refused('invalid_grant'));
    await expect(exchange(code)).rejects.toMatchObject({ error: 'invalid_grant', deleted: null });
  });

  test('is one when it is sent twice at once', verifies('oauth.code'), async () => {
    const { allow, exchange, keys } = await arrange();
    const code = codeOf(await allow());
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => exchange(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys()).toEqual([]);
  });

  test(
    'is for its client, verifier and address, for five minutes; other tries leave the key',
    verifies('oauth.code'),
    async () => {
      const { oauth, allow, exchange, time, keys } = await arrange();
      const other = await oauth.register({ redirect_uris: [CALLBACK], client_name: 'App' }, null);
      const code = codeOf(await allow());
      for (const [error, more] of [
        ['invalid_grant', { client_id: other.id }],
        ['invalid_client', { client_id: 'unknown' }],
        ['invalid_grant', { code_verifier: 'w'.repeat(43) }],
        ['invalid_request', { code_verifier: '' }],
        ['invalid_request', { code_verifier: 'short' }],
        ['invalid_grant', { code_verifier: CHALLENGE }],
        ['invalid_grant', { redirect_uri: 'https://evil.example/cb' }],
        ['invalid_target', { resource: 'https://evil.example/store_mcp' }],
        ['unsupported_grant_type', { grant_type: 'client_credentials' }],
        ['unsupported_grant_type', { grant_type: '__proto__' }],
        ['invalid_request', { client_id: '' }],
        ['invalid_grant', { code: 'oauth-code-x' }],
      ] as const)
        await expect(exchange(code, more), JSON.stringify(more)).rejects.toEqual(refused(error));
      expect(await keys()).toHaveLength(1);
      time.now += 5 * 60_000;
      await expect(exchange(code)).rejects.toEqual(refused('invalid_grant'));
      const fresh = codeOf(await allow());
      time.now += 5 * 60_000 - 1;
      await exchange(fresh);
    },
  );
});

describe('a refresh token', () => {
  test('is replaced when it is used; the old one deletes the key', verifies('oauth.refresh'), async () => {
    const { vitrine, allow, exchange, refresh, keys, time } = await arrange();
    const first = await exchange(codeOf(await allow()));
    time.now += 30 * 24 * HOUR;
    await expect(vitrine.identity.authenticate(first.accessToken)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const second = await refresh(first.refreshToken, { resource: `${BASE}/store_mcp` });
    await vitrine.identity.authenticate(second.accessToken);
    const third = await refresh(second.refreshToken);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant', deleted: {} });
    expect(await keys()).toEqual([]);
    for (const { accessToken, refreshToken } of [second, third]) {
      await expect(vitrine.identity.authenticate(accessToken)).rejects.toMatchObject({
        code: 'unauthorized',
      });
      await expect(refresh(refreshToken)).rejects.toEqual(refused('invalid_grant'));
    }
  });

  test('is asked for by an expired access token, however many come from an address', async () => {
    const { vitrine, allow, exchange, time } = await arrange();
    const { accessToken } = await exchange(codeOf(await allow()));
    time.now += HOUR;
    for (let i = 0; i < 3; i++) {
      const expired = vitrine.identity.authenticate(accessToken, '192.0.2.1');
      await expect(expired).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  test('is for its client and resource, and no access token', verifies('oauth.refresh'), async () => {
    const { vitrine, oauth, allow, exchange, refresh, keys } = await arrange();
    const { refreshToken, accessToken } = await exchange(codeOf(await allow()));
    const other = await oauth.register({ redirect_uris: [CALLBACK] }, null);
    await expect(refresh(refreshToken, { client_id: other.id })).rejects.toEqual(refused('invalid_grant'));
    await expect(refresh(refreshToken, { resource: 'https://evil.example' })).rejects.toEqual(
      refused('invalid_target'),
    );
    await expect(refresh(accessToken)).rejects.toEqual(refused('invalid_grant'));
    await expect(vitrine.identity.authenticate(refreshToken)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await keys()).toHaveLength(1);
    await refresh(refreshToken);
  });

  test('ends with its key', async () => {
    const { allow, exchange, refresh, time } = await arrange();
    const expiresAt = new Date(time.now + 2 * HOUR).toISOString();
    const { refreshToken } = await exchange(codeOf(await allow({ expiresAt })));
    time.now += 1.5 * HOUR;
    const { refreshToken: next, expiresIn } = await refresh(refreshToken);
    expect(expiresIn).toBe(1_800);
    time.now += HOUR / 2;
    await expect(refresh(next)).rejects.toEqual(refused('invalid_grant'));
  });
});

describe('revocation', () => {
  test(
    'of a token deletes the key, and a revoked key ends its tokens',
    verifies('oauth.revocation'),
    async () => {
      const { vitrine, oauth, me, allow, exchange, refresh, keys, form } = await arrange();
      for (const which of ['accessToken', 'refreshToken'] as const) {
        const tokens = await exchange(codeOf(await allow()));
        const [key] = await keys();
        expect(await oauth.revoke(form({ token: tokens[which] }))).toEqual({
          accountId: me.accountId,
          keyId: key?.keyId,
        });
        expect(await keys()).toEqual([]);
        expect(await oauth.revoke(form({ token: tokens[which] }))).toBeNull();
      }
      const tokens = await exchange(codeOf(await allow()));
      const [key] = await keys();
      await vitrine.apiKeys.revoke(me, key?.keyId ?? '');
      await expect(vitrine.identity.authenticate(tokens.accessToken)).rejects.toMatchObject({
        code: 'unauthorized',
      });
      await expect(refresh(tokens.refreshToken)).rejects.toEqual(refused('invalid_grant'));
    },
  );

  test('of anything else changes nothing', async () => {
    const { vitrine, oauth, me, keys, form } = await arrange();
    const { key } = await vitrine.apiKeys.create(me, { name: 'mine' });
    for (const token of [key, 'x', 'oauth-access-x', 'oauth-refresh-x'])
      expect(await oauth.revoke(form({ token }))).toBeNull();
    await expect(oauth.revoke('')).rejects.toEqual(refused('invalid_request'));
    expect(await keys()).toHaveLength(1);
  });
});
