import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OlderTransportContract } from '@modelcontextprotocol/sdk/shared/transport.js';
import { accountPrincipal, createVitrine, memoryStorage, type Principal, type Vitrine } from '@vitrine/core';
import type { ApiKeySummary } from '@vitrine/core/contracts';
import { createApp, type RunningServer, startServer } from '@vitrine/http';
import { serverLog } from '@vitrine/http/logs';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { allowInBrowser, oauthClient } from './oauth-client.ts';

const CALLBACK = 'https://app.example/cb';
const LOCAL = 'http://127.0.0.1:3118/callback';
const CLAUDE = 'https://claude.ai/api/mcp/auth_callback';
const CURSOR = 'cursor://anysphere.cursor-mcp/oauth/callback';
const CHATGPT = 'https://chatgpt.com/connector_platform_oauth_redirect';

let vitrine: Vitrine;
let server: RunningServer;
let url: string;
let principal: Principal;
let key: string;
let storeId: string;
const log: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  vitrine = await createVitrine({ storage: sqliteStorage({ path: ':memory:' }), baseUrl: url });
  principal = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  ({ key } = await vitrine.apiKeys.create(principal, { name: 'person' }));
  const store = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [{ name: 'sku', type: 'string' }],
  });
  storeId = store.id;
  await vitrine.records.add(principal, storeId, { sku: 'A-1' });
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  server = await startServer({ vitrine, port, oauth: true, logger: serverLog('trace', stream) });
});
afterAll(() => server?.stop());

const keys = async (): Promise<readonly ApiKeySummary[]> => (await vitrine.apiKeys.list(principal)).items;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (token: string, path = '/v2/whoami', init: RequestInit = {}) =>
  (await fetch(`${url}${path}`, { ...init, headers: { ...bearer(token), ...init.headers } })).status;
const jsonOf = async (path: string) => (await fetch(`${url}${path}`)).json();
const callTools = (headers: Readonly<Record<string, string>>) =>
  fetch(`${url}/store_mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'store_access', arguments: {} },
    }),
  });

describe('discovery', () => {
  test('leads from 401 of the tools to the authorization server', verifies('oauth.metadata'), async () => {
    const refused = await callTools({});
    const resourceMetadata = `${url}/.well-known/oauth-protected-resource/store_mcp`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${resourceMetadata}"`,
    ]);
    expect((await callTools(bearer('unknown'))).headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${resourceMetadata}"`,
    );
    const elsewhere = await fetch(`${url}/v2/whoami`);
    expect([elsewhere.status, elsewhere.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const resource = await jsonOf('/.well-known/oauth-protected-resource/store_mcp');
    expect(resource).toEqual({
      resource: `${url}/store_mcp`,
      authorization_servers: [url],
      bearer_methods_supported: ['header'],
      resource_name: 'Vitrine',
    });
    expect(await jsonOf('/.well-known/oauth-protected-resource')).toEqual(resource);
    expect(await jsonOf('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
    });
    for (const path of [
      '/.well-known/oauth-protected-resource/other',
      '/.well-known/oauth-authorization-server/x',
    ])
      expect((await fetch(`${url}${path}`)).status).toBe(404);
  });

  test('finds the metadata of a server below a path', verifies('oauth.metadata'), async () => {
    const below = await createVitrine({
      storage: memoryStorage(),
      baseUrl: 'https://shop.example/a/vitrine',
    });
    const app = createApp(below, { basePath: '/a/vitrine', console: true });
    for (const path of [
      '/.well-known/oauth-authorization-server/a/vitrine',
      '/a/vitrine/.well-known/oauth-authorization-server',
    ])
      expect(await (await app.request(`https://shop.example${path}`)).json()).toMatchObject({
        issuer: 'https://shop.example/a/vitrine',
      });
    for (const path of [
      '/.well-known/oauth-protected-resource/a/vitrine/store_mcp',
      '/a/vitrine/.well-known/oauth-protected-resource/store_mcp',
    ])
      expect(await (await app.request(`https://shop.example${path}`)).json()).toMatchObject({
        resource: 'https://shop.example/a/vitrine/store_mcp',
      });
    await below.close();
  });

  test.each([
    ['https://shop.example', undefined, true, 200],
    ['http://shop.example', undefined, true, 404],
    ['http://shop.example', true, true, 200],
    ['https://shop.example', false, true, 404],
    ['https://shop.example', true, false, 404],
  ])(
    'at %s with %s and the console %s is %i',
    verifies('oauth.switch'),
    async (baseUrl, oauth, console, status) => {
      const other = await createVitrine({ storage: memoryStorage(), baseUrl });
      const app = createApp(other, { oauth, console });
      const send = (path: string, init?: RequestInit) => app.request(`${baseUrl}${path}`, init);
      expect((await send('/.well-known/oauth-protected-resource')).status).toBe(status);
      const challenge = (await send('/store_mcp', { method: 'POST' })).headers.get('www-authenticate');
      expect(challenge === 'Bearer').toBe(status === 404);
      for (const [method, path] of [
        ['GET', '/.well-known/oauth-authorization-server'],
        ['GET', '/oauth/authorize'],
        ['GET', '/oauth/request'],
        ['POST', '/oauth/register'],
        ['POST', '/oauth/token'],
        ['POST', '/oauth/revoke'],
      ] as const)
        expect((await send(path, { method })).status === 404, path).toBe(status === 404);
      await other.close();
    },
  );

  test('is open to pages of listed origins only', async () => {
    const origin = 'https://inspector.example';
    const app = createApp(vitrine, { oauth: true, console: true, corsOrigins: [origin] });
    for (const from of [origin, 'https://evil.example']) {
      const { headers } = await app.request(`${url}/.well-known/oauth-authorization-server`, {
        headers: { origin: from },
      });
      expect(headers.get('access-control-allow-origin')).toBe(from === origin ? origin : null);
      const preflight = await app.request(`${url}/oauth/token`, {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status === 204).toBe(from === origin);
    }
  });
});

/** What the official client of an era needs of its program. */
function provider(
  redirectUrl: string,
): OAuthClientProvider & { readonly sentTo: URL[]; readonly saved: Map<string, unknown> } {
  const saved = new Map<string, unknown>();
  const sentTo: URL[] = [];
  return {
    sentTo,
    saved,
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'SDK', token_endpoint_auth_method: 'none' },
    state: () => 'state-of-sdk',
    clientInformation: () => saved.get('client') as never,
    saveClientInformation: (client) => void saved.set('client', client),
    tokens: () => saved.get('tokens') as never,
    saveTokens: (tokens) => void saved.set('tokens', tokens),
    redirectToAuthorization: (address) => void sentTo.push(address),
    saveCodeVerifier: (verifier) => void saved.set('verifier', verifier),
    codeVerifier: () => String(saved.get('verifier')),
    saveDiscoveryState: (state) => void saved.set('discovery', state),
    discoveryState: () => saved.get('discovery') as never,
  };
}

describe('the official client goes from nothing to a tool call, and on with a refreshed token', () => {
  test('of the newest revision', verifies('oauth.metadata', 'oauth.issuer', 'oauth.refresh'), async () => {
    const authProvider = provider(LOCAL);
    const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/store_mcp`), { authProvider });
    const first = transport();
    const connect = (over: StreamableHTTPClientTransport) => {
      const client = new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      return client.connect(over).then(() => client);
    };
    await expect(connect(first)).rejects.toThrow(/unauthorized/i);
    const answer = await allowInBrowser(url, key, authProvider.sentTo[0] ?? '', { storeId });
    expect(answer.get('state')).toBe('state-of-sdk');
    await first.finishAuth(answer);
    const client = await connect(transport());
    expect((await client.callTool({ name: 'store_get_record', arguments: { key: 'none' } })).isError).toBe(
      true,
    );
    const { structuredContent } = await client.callTool({
      name: 'store_query',
      arguments: { mode: 'count' },
    });
    expect(structuredContent).toMatchObject({ count: 1 });
    await client.close();
    // An access token that has expired is refreshed on its own.
    const tokens = authProvider.saved.get('tokens') as { access_token: string; refresh_token: string };
    authProvider.saved.set('tokens', { ...tokens, access_token: 'oauth-access-expired' });
    const again = await connect(transport());
    expect((await again.callTool({ name: 'store_list', arguments: {} })).isError).not.toBe(true);
    expect(authProvider.saved.get('tokens')).not.toMatchObject({ refresh_token: tokens.refresh_token });
    await again.close();
  });

  test('of earlier revisions', verifies('oauth.metadata'), async () => {
    const authProvider = provider(LOCAL) as never;
    const transport = () => new OlderTransport(new URL(`${url}/store_mcp`), { authProvider });
    const first = transport();
    const connect = async (over: OlderTransport) => {
      const client = new OlderClient({ name: 'sdk', version: '1' });
      await client.connect(over as unknown as OlderTransportContract);
      return client;
    };
    await expect(connect(first)).rejects.toThrow(/unauthorized/i);
    const { sentTo } = authProvider as ReturnType<typeof provider>;
    const answer = await allowInBrowser(url, key, sentTo[0] ?? '', { storeId });
    await first.finishAuth(answer.get('code') ?? '');
    const client = await connect(transport());
    const { structuredContent } = await client.callTool({
      name: 'store_query',
      arguments: { mode: 'count' },
    });
    expect(structuredContent).toMatchObject({ count: 1 });
    await client.close();
  });
});

describe.each([
  // As claude.com/docs/connectors/building/authentication and developers.openai.com/apps-sdk/build/auth describe them.
  ['Claude', CLAUDE, { client_name: 'Claude', token_endpoint_auth_method: 'none', scope: 'claudeai' }],
  [
    'ChatGPT',
    CHATGPT,
    {
      client_name: 'ChatGPT',
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  ['Cursor', CURSOR, { client_name: 'Cursor', redirect_uris: [CURSOR, LOCAL] }],
])('the connector of %s', (_, redirectUri, metadata) => {
  test(
    'registers, is allowed, and calls the tools',
    verifies('oauth.registration', 'oauth.rights'),
    async () => {
      const client = await oauthClient(url, redirectUri, metadata);
      expect(client.registered.status).toBe(201);
      expect(client.registered.headers.get('cache-control')).toBe('no-store');
      const { access_token, token_type, expires_in, refresh_token } = await client.connect(key);
      expect([token_type, expires_in]).toEqual(['Bearer', 3_600]);
      expect((await callTools(bearer(access_token))).status).toBe(200);
      const refreshed = await client.refresh(refresh_token);
      expect([refreshed.status, refreshed.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const next = (await refreshed.json()) as { access_token: string };
      expect((await callTools(bearer(next.access_token))).status).toBe(200);
    },
  );
});

test(
  'a client whose id is the address of its document connects without registering',
  verifies('oauth.documents'),
  async () => {
    const documents = createServer((_request, response) => {
      const document = { client_id: clientId, client_name: 'Documented', redirect_uris: [CALLBACK] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
    const clientId = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`;
    const refused = await fetch((await oauthClient(url, CALLBACK)).authorizeUrl({ client_id: clientId }), {
      redirect: 'manual',
    });
    expect(refused.status).toBe(400);

    const own = await createVitrine({
      storage: memoryStorage(),
      baseUrl: url,
      media: sharedMedia({ allowPrivateFetch: true }),
    });
    const app = createApp(own, { oauth: true, console: true });
    const { search } = (await oauthClient(url, CALLBACK)).authorizeUrl({ client_id: clientId });
    const opened = await app.request(`${url}/oauth/request${search}`);
    expect(await opened.json()).toMatchObject({
      clientName: 'Documented',
      clientHost: '127.0.0.1',
      refusal: null,
    });
    const metadata = await app.request(`${url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: true });
    documents.close();
  },
);

describe('an access token', () => {
  test(
    'has the rights of its key at the tools and at /v2, and none elsewhere',
    verifies('oauth.rights'),
    async () => {
      const client = await oauthClient(url, CALLBACK);
      const add = { method: 'POST', body: '{"sku":"B"}', headers: { 'content-type': 'application/json' } };
      const records = `/v2/stores/${storeId}/records`;
      const reader = await client.connect(key);
      expect(await statusOf(reader.access_token, records)).toBe(200);
      expect(await statusOf(reader.access_token, records, add)).toBe(403);
      const writer = await client.connect(key, { readOnly: false });
      expect(await statusOf(writer.access_token, records, add)).toBe(201);
      for (const { access_token } of [reader, writer]) {
        for (const path of ['/admin/keys', '/admin/usage', '/admin/unknown'])
          expect([403, 404]).toContain(await statusOf(access_token, path));
        expect(await statusOf(access_token, '/admin/keys')).toBe(403);
        const allow = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
        expect(await statusOf(access_token, '/oauth/allow', allow)).toBe(403);
      }
      const ofStore = await client.connect(key, { storeId });
      expect(await statusOf(ofStore.access_token, '/v2/stores/other')).toBe(404);
    },
  );

  test('ends at once when its key is revoked, and by revocation', verifies('oauth.revocation'), async () => {
    const client = await oauthClient(url, CALLBACK);
    const first = await client.connect(key);
    const [newest] = await keys();
    await fetch(`${url}/admin/keys/${newest?.keyId}`, { method: 'DELETE', headers: bearer(key) });
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await (await client.refresh(first.refresh_token)).json()).toMatchObject({
      error: 'invalid_grant',
    });
    const second = await client.connect(key);
    expect((await client.revoke(second.refresh_token)).status).toBe(200);
    expect(await statusOf(second.access_token)).toBe(401);
    expect((await client.revoke('unknown')).status).toBe(200);
  });

  test(
    'that is a refresh token, a code or the hash of a key is none',
    verifies('oauth.secrecy'),
    async () => {
      const client = await oauthClient(url, CALLBACK);
      const { access_token, refresh_token, code } = await client.connect(key);
      for (const token of [
        refresh_token,
        code,
        access_token.slice(0, -1),
        access_token.replace('access', 'code'),
      ])
        expect(await statusOf(token)).toBe(401);
    },
  );
});

describe('an attack', () => {
  test('by a code that is used twice ends the access', verifies('oauth.code'), async () => {
    const client = await oauthClient(url, CALLBACK);
    const before = (await keys()).length;
    const { code, access_token } = await client.connect(key);
    expect((await keys()).length).toBe(before + 1);
    const replayed = await client.exchange(code);
    expect([replayed.status, await replayed.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await statusOf(access_token)).toBe(401);
    expect((await keys()).length).toBe(before);
  });

  test('by a refresh token that is used twice ends the access', verifies('oauth.refresh'), async () => {
    const client = await oauthClient(url, CALLBACK);
    const { refresh_token } = await client.connect(key);
    const next = (await (await client.refresh(refresh_token)).json()) as { access_token: string };
    expect((await client.refresh(refresh_token)).status).toBe(400);
    expect(await statusOf(next.access_token)).toBe(401);
  });

  test(
    'by a request without PKCE, or for another resource, is told to the client',
    verifies('oauth.pkce', 'oauth.resource'),
    async () => {
      const client = await oauthClient(url, CALLBACK);
      for (const [error, more] of [
        ['invalid_request', { code_challenge: null, code_challenge_method: null }],
        ['invalid_request', { code_challenge_method: 'plain' }],
        ['invalid_target', { resource: 'https://evil.example/store_mcp' }],
        ['unsupported_response_type', { response_type: 'token' }],
      ] as const) {
        const { status, headers } = await fetch(client.authorizeUrl(more), { redirect: 'manual' });
        const location = new URL(headers.get('location') ?? '');
        expect([status, location.origin, location.searchParams.get('error')]).toEqual([
          302,
          'https://app.example',
          error,
        ]);
        expect([location.searchParams.get('iss'), location.searchParams.get('state')]).toEqual([
          url,
          'state-1',
        ]);
      }
      const code = (await allowInBrowser(url, key, client.authorizeUrl())).get('code') ?? '';
      const downgraded = await client.exchange(code, { code_verifier: '' });
      expect(await downgraded.json()).toMatchObject({ error: 'invalid_request' });
      const foreign = await client.exchange(code, { resource: 'https://evil.example/store_mcp' });
      expect(await foreign.json()).toMatchObject({ error: 'invalid_target' });
    },
  );

  test('by another address to return to is sent nowhere', verifies('oauth.redirect'), async () => {
    const client = await oauthClient(url, CALLBACK);
    for (const redirect_uri of [
      'https://evil.example/cb',
      `${CALLBACK}/../evil`,
      `${CALLBACK}?x=1`,
      'https://app.example.evil.example/cb',
      'https://app.example@evil.example/cb',
      'https://app.example%2eevil.example/cb',
      'javascript:alert(1)',
    ]) {
      const address = client.authorizeUrl({ redirect_uri });
      const refused = await fetch(address, { redirect: 'manual' });
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
      const shown = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
      expect(new URL(shown.headers.get('location') ?? '', address).origin).toBe(url);
      expect((await fetch(`${url}/oauth/request${address.search}`)).status).toBe(400);
    }
    const twice = client.authorizeUrl();
    twice.searchParams.append('redirect_uri', 'https://evil.example/cb');
    expect((await fetch(twice, { redirect: 'manual' })).status).toBe(400);
    const local = await oauthClient(url, LOCAL);
    const otherPort = local.authorizeUrl({ redirect_uri: LOCAL.replace('3118', '49152') });
    expect((await allowInBrowser(url, key, otherPort)).get('code')).not.toBeNull();
  });

  test(
    'by a client of another server is seen by the name of this one',
    verifies('oauth.issuer'),
    async () => {
      const client = await oauthClient(url, CALLBACK);
      expect((await allowInBrowser(url, key, client.authorizeUrl())).get('iss')).toBe(url);
    },
  );

  test('by a page around the consent shows nothing', verifies('oauth.framing'), async () => {
    const client = await oauthClient(url, CALLBACK);
    const authorize = await fetch(client.authorizeUrl(), { redirect: 'manual' });
    const page = await fetch(`${url}/console/connect${client.authorizeUrl().search}`);
    for (const { headers } of [authorize, page])
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('by registrations without end is refused by address', verifies('oauth.registration'), async () => {
    const app = createApp(vitrine, { oauth: true, console: true });
    const register = () =>
      app.request(`${url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [CALLBACK] }),
      });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await register()).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 201), 429]);
    const refused = await register();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  test('by hostile bodies is refused with 4xx, and changes nothing', async () => {
    const before = (await keys()).length;
    const form = 'application/x-www-form-urlencoded';
    const json = 'application/json';
    for (const [path, type, body, status] of [
      ['/oauth/token', form, '', 400],
      ['/oauth/token', form, 'grant_type=refresh_token&grant_type=refresh_token', 400],
      ['/oauth/token', form, '%ff%00&&&=', 400],
      ['/oauth/token', json, '{}', 415],
      ['/oauth/token', form, 'a'.repeat(65 * 1024), 413],
      ['/oauth/revoke', form, 'token=', 400],
      ['/oauth/register', json, '{', 400],
      ['/oauth/register', json, '[]', 400],
      ['/oauth/register', json, '', 400],
      ['/oauth/register', json, JSON.stringify({ redirect_uris: ['x'.repeat(70_000)] }), 413],
      ['/oauth/register', form, 'redirect_uris=x', 415],
    ] as const) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(response.status, `${path} ${body.slice(0, 40)}`).toBe(status);
      expect(Object.keys((await response.json()) as object)).toEqual(
        expect.arrayContaining([status === 400 ? 'error' : 'code']),
      );
    }
    for (const body of ['{}', '{"request":""}', '{"request":1,"name":"x"}', '[]', '{'])
      expect(
        (
          await fetch(`${url}/oauth/allow`, {
            method: 'POST',
            body,
            headers: { ...bearer(key), 'content-type': json },
          })
        ).status,
      ).toBe(400);
    expect((await keys()).length).toBe(before);
  });

  test(
    'on the log finds no code and no token, but what was created and deleted',
    verifies('oauth.secrecy'),
    async () => {
      const client = await oauthClient(url, CALLBACK);
      log.length = 0;
      const { code, access_token, refresh_token } = await client.connect(key);
      await callTools(bearer(access_token));
      await client.exchange(code);
      await expect.poll(() => log.join('')).toContain('key.revoked');
      const text = log.join('');
      expect(text).toContain('key.created');
      for (const secret of [code, access_token, refresh_token]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(secret.slice(20, 60));
      }
      expect(text).not.toContain('oauth-code');
    },
  );
});
