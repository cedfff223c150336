import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { Network } from './checked-request.ts';
import { downloadDocument } from './download-document.ts';
import { documentFetcher } from './fetch-document.ts';
import { CALLER, closeServers, network, PUBLIC, serve } from './loopback-servers.ts';

const DOCUMENT = JSON.stringify({ client_id: 'https://app.example/c' });
const NONE = { refused: 'No document of a client could be fetched from this address.' };

afterEach(closeServers);

function fetched(url: string, names: Network = network(), { allowsHttp = true, timeLimit = 5_000 } = {}) {
  const { fetchDocument } = documentFetcher(
    (given, signal) => downloadDocument(given, { network: names, allowsHttp }, signal),
    timeLimit,
  );
  return fetchDocument(url, CALLER);
}

const sends =
  (
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer = DOCUMENT,
  ): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

test(
  'a document is fetched with how long it may be cached, without cookies and keys',
  verifies('oauth.documents'),
  async () => {
    for (const [caching, maxAge] of [
      [undefined, null],
      ['public, max-age=300', 300_000],
      ['max-age=300, no-store', 0],
      ['private', null],
    ] as const) {
      const headers = caching === undefined ? {} : { 'cache-control': caching };
      const port = await serve((request, response) => {
        expect([request.headers.cookie, request.headers.authorization]).toEqual([undefined, undefined]);
        sends(200, { ...JSON_TYPE, ...headers })(request, response);
      });
      expect(await fetched(`http://app.example:${port}/c`)).toEqual({ text: DOCUMENT, maxAge });
    }
  },
);

test(
  'redirects, other types, other statuses, large and slow documents are none',
  verifies('oauth.documents'),
  async () => {
    let followed = 0;
    const target = await serve((request, response) => {
      followed++;
      sends(200, JSON_TYPE)(request, response);
    });
    for (const listener of [
      sends(302, { ...JSON_TYPE, location: `http://app.example:${target}/c` }),
      sends(200, { 'content-type': 'text/html' }),
      sends(200, {}),
      sends(404, JSON_TYPE),
      sends(200, JSON_TYPE, 'x'.repeat(20 * 1024 + 1)),
      sends(200, JSON_TYPE, Buffer.of(0xff)),
    ] satisfies RequestListener[])
      expect(await fetched(`http://app.example:${await serve(listener)}/c`)).toEqual(NONE);
    expect(followed).toBe(0);
    const silent = await serve(() => {});
    expect(await fetched(`http://app.example:${silent}/c`, network(), { timeLimit: 200 })).toEqual(NONE);
  },
);

test(
  'nothing is requested from private addresses, and by http only where that is allowed',
  verifies('oauth.documents'),
  async () => {
    let requests = 0;
    const port = await serve((request, response) => {
      requests++;
      sends(200, JSON_TYPE)(request, response);
    });
    const names = network({ 'private.example': [['10.0.0.1']], 'both.example': [[PUBLIC, '127.0.0.1']] });
    for (const url of [
      `http://127.0.0.1:${port}/c`,
      `http://localhost:${port}/c`,
      `http://[::1]:${port}/c`,
      `http://169.254.169.254/c`,
      `http://private.example:${port}/c`,
      `http://both.example:${port}/c`,
      `http://user:pw@app.example:${port}/c`,
      'file:///etc/passwd',
      'none',
    ])
      expect(
        await fetched(url, url.includes('localhost') ? network({ localhost: [['127.0.0.1']] }) : names),
        url,
      ).toEqual(NONE);
    expect(await fetched(`http://app.example:${port}/c`, names, { allowsHttp: false })).toEqual(NONE);
    expect(requests).toBe(0);
    await fetched(`http://app.example:${port}/c`, names);
    expect(requests).toBe(1);
  },
);
