import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { builtinFiles } from '../font/builtin-fonts.ts';
import { type Network, systemNetwork } from './checked-request.ts';
import {
  CALLER,
  closeServers,
  fetched,
  fetcherFrom,
  network,
  outcome,
  PUBLIC,
  serve,
  UNREACHABLE,
} from './loopback-servers.ts';

let font = Buffer.alloc(0);

beforeAll(async () => {
  [font = Buffer.alloc(0)] = (await builtinFiles(2)).map((bytes) => Buffer.from(bytes));
});

afterEach(closeServers);

describe('fetches a font', () => {
  test('unchanged, with any content type, without cookies, and requests no encoding', async () => {
    const headers: NodeJS.Dict<string | string[]>[] = [];
    const port = await serve((request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(font);
    });
    const answer = await fetcherFrom(network()).fetchFont(
      `http://fonts.example:${port}/inter.woff2?v=1#x`,
      CALLER,
    );
    expect(Buffer.from(answer as Uint8Array).equals(font)).toBe(true);
    const { host, cookie, authorization, 'accept-encoding': encoding } = headers[0] ?? {};
    expect({ host, cookie, authorization, encoding }).toEqual({
      host: `fonts.example:${port}`,
      encoding: 'identity',
    });
  });

  test(
    'through three redirects, also relative ones, but not through four',
    verifies('fonts.from-url.limits'),
    async () => {
      const port = await serve((request, response) => {
        const left = Number(request.url?.slice(1));
        if (left === 0) response.end(font);
        else response.writeHead(307, { location: `/${left - 1}` }).end();
      });
      expect(await fetched(`http://fonts.example:${port}/3`)).toBe(`${font.length} bytes`);
      expect(await fetched(`http://fonts.example:${port}/4`)).toBe(UNREACHABLE);
    },
  );

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('encoded as %s although the request asks for none', async (encoding, pack) => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(font));
    });
    expect(await fetched(`http://fonts.example:${port}/`)).toBe(`${font.length} bytes`);
  });

  test('from this machine if that is allowed', async () => {
    const port = await serve((_request, response) => response.end(font));
    const { fetchFont } = fetcherFrom(systemNetwork(true));
    expect(outcome(await fetchFont(`http://${PUBLIC}:${port}/`, CALLER))).toBe(`${font.length} bytes`);
    expect(
      outcome(await fetcherFrom(systemNetwork(false)).fetchFont(`http://${PUBLIC}:${port}/`, CALLER)),
    ).toBe(UNREACHABLE);
  });
});

describe('a download ends', () => {
  test('after its timeout: slow bytes, no response, a slow look-up', async () => {
    const drip = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const silent = await serve(() => {});
    const slowName: Network = { ...network(), resolve: () => new Promise(() => {}) };
    const began = performance.now();
    const answers = await Promise.all([
      fetched(`http://a.example:${drip}/`, network(), 300),
      fetched(`http://a.example:${silent}/`, network(), 300),
      fetched('http://a.example/', slowName, 300),
    ]);
    expect(answers).toEqual([UNREACHABLE, UNREACHABLE, UNREACHABLE]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test.each(['plain', 'gzip'])('at 10 MB if the server sends more: %s', async (encoding) => {
    const million = Buffer.alloc(1_000_000);
    // A gzip stream may have any number of members.
    const part = encoding === 'gzip' ? gzipSync(million) : million;
    let sent = 0;
    const port = await serve((_request, response) => {
      response.writeHead(200, encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {});
      const more = () => {
        while (!response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return;
        }
      };
      response.on('drain', more);
      more();
    });
    expect(await fetched(`http://a.example:${port}/`)).toBe('The file at this URL is larger than 10 MB.');
    expect(sent).toBeLessThan(40_000_000);
  });

  test('with an error: a status, broken encoding, an unknown encoding, an unknown name, a closed port', async () => {
    const status = await serve((_request, response) => response.writeHead(404).end(font));
    const damaged = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(font),
    );
    const unknown = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(font),
    );
    const nowhere: Network = {
      ...network(),
      resolve: () => Promise.reject(new Error('ENOTFOUND db.internal')),
    };
    expect(await fetched(`http://a.example:${status}/`)).toBe(UNREACHABLE);
    expect(await fetched(`http://a.example:${damaged}/`)).toBe(UNREACHABLE);
    expect(await fetched(`http://a.example:${unknown}/`)).toBe(UNREACHABLE);
    expect(await fetched('http://db.internal/', nowhere)).toBe(UNREACHABLE);
    expect(await fetched('http://a.example:1/')).toBe(UNREACHABLE);
  });

  test('with a hint if the response is a stylesheet', async () => {
    const port = await serve((_request, response) =>
      response.end('/* latin */ @font-face { font-family: Inter; src: url(https://x.example/inter.woff2) }'),
    );
    expect(await fetched(`http://a.example:${port}/css2?family=Inter`)).toContain('stylesheet');
  });
});

describe('downloads take turns between accounts', () => {
  const slow = () => serve(() => {});
  const outcomeOf = (download: Promise<unknown>) =>
    download.then(
      () => 'done',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );

  test('an account that fetches forty fonts from a silent server does not delay another one', async () => {
    const silent = await slow();
    const port = await serve((_request, response) => response.end(font));
    const { fetchFont, metrics, close } = fetcherFrom(network(), 60_000);
    const flood = Array.from({ length: 40 }, () =>
      outcomeOf(fetchFont(`http://a.example:${silent}/`, { account: 'flood' })),
    );
    expect(await fetchFont(`http://a.example:${port}/`, { account: 'other' })).toHaveLength(font.length);
    const running = metrics().find(({ name }) => name === 'vitrine_turns_running');
    expect(running).toMatchObject({ value: 4, labels: { queue: 'font-fetches' } });
    close();
    const outcomes = await Promise.all(flood);
    expect(outcomes).toEqual(Array.from({ length: 40 }, () => 'unavailable'));
  });

  test('rejects with the reason of a caller that leaves, and ends its download', async () => {
    let ended = 0;
    const port = await serve((request) => request.on('close', () => ended++));
    const leaving = new AbortController();
    const { fetchFont } = fetcherFrom(network(), 60_000);
    const fetching = fetchFont(`http://a.example:${port}/`, { account: 'a', signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error('gone')), 100);
    await expect(fetching).rejects.toThrow('gone');
    await expect.poll(() => ended).toBe(1);
  });
});
