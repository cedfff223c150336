import { createHash, randomBytes } from 'node:crypto';

/** Allows an authorization request as a person does. Returns the parameters at the address of the client. */
export async function allowInBrowser(
  url: string,
  key: string,
  authorizeUrl: string | URL,
  wanted: object = {},
): Promise<URLSearchParams> {
  const sent = await fetch(authorizeUrl, { redirect: 'manual' });
  const page = new URL(sent.headers.get('location') ?? '', authorizeUrl);
  if (sent.status !== 302 || page.pathname !== '/console/connect')
    throw new Error(`${sent.status} ${page.href} ${await sent.text()}`);
  const allowed = await fetch(`${url}/oauth/allow`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request: page.search.slice(1), name: 'Agent', ...wanted }),
  });
  const body = (await allowed.json()) as { readonly location?: string };
  if (body.location === undefined) throw new Error(JSON.stringify(body));
  return new URL(body.location).searchParams;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: string;
}

/** A client of OAuth that is written by hand, so that it can also do what no library does. */
export async function oauthClient(url: string, redirectUri: string, metadata: object = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Agent', ...metadata }),
  });
  const { client_id: clientId } = (await registered.json()) as { readonly client_id: string };

  function authorizeUrl(more: Readonly<Record<string, string | null>> = {}): URL {
    const address = new URL(`${url}/oauth/authorize`);
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'state-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${url}/store_mcp`,
      ...more,
    };
    for (const [name, value] of Object.entries(parameters))
      if (value !== null) address.searchParams.set(name, value);
    return address;
  }

  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    });

  return {
    registered,
    clientId,
    authorizeUrl,
    exchange: (code: string, more: Readonly<Record<string, string>> = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        resource: `${url}/store_mcp`,
        ...more,
      }),
    refresh: (token: string) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: token,
        resource: `${url}/store_mcp`,
      }),
    revoke: (token: string) => post('/oauth/revoke', { token }),
    /** Connects from nothing to tokens. */
    async connect(key: string, wanted: object = {}): Promise<Tokens & { readonly code: string }> {
      const code = (await allowInBrowser(url, key, authorizeUrl(), wanted)).get('code') ?? '';
      return { code, ...((await (await this.exchange(code)).json()) as Tokens) };
    },
  };
}
