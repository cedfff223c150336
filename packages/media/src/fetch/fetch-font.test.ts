import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createListener } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Refusal } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { builtinFiles } from '../font/builtin-fonts.ts';
import { type Network, type ResolvedAddress, systemNetwork } from './checked-request.ts';
import { fontFetcher } from './fetch-font.ts';
import { isPublicAddress } from './public-address.ts';

/** A loopback address that the tests treat as public. */
const PUBLIC = '127.0.0.2';
const CALLER = { account: null };
const UNREACHABLE = 'No font could be fetched from this URL.';

/** Counts the connections to this machine, where none are allowed. */
const canary = createListener((socket) => {
  visits++;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
});
let visits = 0;
let canaryPort = 0;
let font = Buffer.alloc(0);
const servers: Server[] = [];

beforeAll(async () => {
  [font = Buffer.alloc(0)] = (await builtinFiles(2)).map((bytes) => Buffer.from(bytes));
  canary.listen(0);
  await once(canary, 'listening');
  canaryPort = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  expect(visits, 'connections to the canary').toBe(0);
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, PUBLIC);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Resolves the listed names to their addresses, one list for each look-up, then the last one again. Others are
 * `PUBLIC`.
 */
function network(names: Readonly<Record<string, readonly (readonly string[])[]>> = {}): Network {
  const lookups = new Map<string, number>();
  return {
    isAllowed: (address) => address === PUBLIC || isPublicAddress(address),
    async resolve(hostname): Promise<ResolvedAddress[]> {
      const answers = names[hostname] ?? [[PUBLIC]];
      const count = lookups.get(hostname) ?? 0;
      lookups.set(hostname, count + 1);
      const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
}

function outcome(answer: Uint8Array | Refusal): string {
  return 'refused' in answer ? answer.refused : `${answer.length} bytes`;
}

async function fetched(url: string, names = network(), timeLimit = 5_000): Promise<string> {
  return outcome(await fontFetcher(names, timeLimit).fetchFont(url, CALLER));
}

function redirectTo(location: string): RequestListener {
  return (_request, response) => response.writeHead(302, { location }).end();
}

describe('fetches a font', () => {
  test('unchanged, with any content type, without cookies, and requests no encoding', async () => {
    const headers: NodeJS.Dict<string | string[]>[] = [];
    const port = await serve((request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(font);
    });
    const answer = await fontFetcher(network()).fetchFont(
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
    const { fetchFont } = fontFetcher(systemNetwork(true));
    expect(outcome(await fetchFont(`http://${PUBLIC}:${port}/`, CALLER))).toBe(`${font.length} bytes`);
    expect(
      outcome(await fontFetcher(systemNetwork(false)).fetchFont(`http://${PUBLIC}:${port}/`, CALLER)),
    ).toBe(UNREACHABLE);
  });
});

describe('connects to nothing', () => {
  test('except where private addresses are allowed, which proves that the canary counts', async () => {
    await fetched(`http://127.0.0.1:${canaryPort}/`, systemNetwork(true));
    expect(visits).toBe(1);
    visits = 0;
  });

  const spellings = [
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ip6-localhost',
  ];
  test.each(spellings)('for this machine spelt as %s', async (host) => {
    expect(await fetched(`http://${host}:${canaryPort}/a.ttf`, systemNetwork(false))).toBe(UNREACHABLE);
    expect(await fetched(`https://${host}:${canaryPort}/a.ttf`, systemNetwork(false))).toBe(UNREACHABLE);
  });

  test.each([
    'http:\\\\127.0.0.1:PORT\\a',
    'http:127.0.0.1:PORT',
    ' http://127.0.0.1:PORT ',
    'HTTP://127.0.0.1:PORT',
  ])('for a URL in a form that only browsers accept: %s', async (url) => {
    expect(await fetched(url.replace('PORT', `${canaryPort}`), systemNetwork(false))).toBe(UNREACHABLE);
  });

  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', 'fd00:ec2::254', '::ffff:127.0.0.1'])(
    'for a name that resolves to %s, alone or with a public address',
    async (address) => {
      const names = network({ 'a.example': [[address]], 'b.example': [[PUBLIC, address]] });
      expect(await fetched(`http://a.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
      expect(await fetched(`http://b.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
    },
  );

  test(
    'for a name that resolves to another address at the second look-up',
    verifies('fonts.from-url.guarded'),
    async () => {
      let requests = 0;
      const port = await serve((_request, response) => {
        requests++;
        response.end(font);
      });
      const names = network({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] });
      expect(await fetched(`http://rebind.example:${port}/`, names)).toBe(`${font.length} bytes`);
      expect(await fetched(`http://rebind.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
      expect(requests).toBe(1);
    },
  );

  test('for a redirect to a name that now resolves to this machine', async () => {
    const port = await serve(redirectTo(`http://rebind.example:${canaryPort}/`));
    const names = network({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] });
    expect(await fetched(`http://rebind.example:${port}/`, names)).toBe(UNREACHABLE);
  });

  test.each([
    ['http://127.0.0.1:PORT/', UNREACHABLE],
    ['//127.0.0.1:PORT/', UNREACHABLE],
    ['http://[::1]:PORT/', UNREACHABLE],
    ['http://169.254.169.254/latest/meta-data/', UNREACHABLE],
    ['http://2130706433:PORT/', UNREACHABLE],
    ['file:///etc/passwd', 'Fonts are fetched from http and https URLs only.'],
    ['gopher://127.0.0.1:PORT/', 'Fonts are fetched from http and https URLs only.'],
    ['data:font/ttf;base64,AAEAAA==', 'Fonts are fetched from http and https URLs only.'],
    ['http://user:secret@127.0.0.1:PORT/', 'The URL must not contain a user name or a password.'],
    ['http://', 'This is not an absolute http or https URL.'],
  ])('for a redirect to %s', async (location, reason) => {
    const port = await serve(redirectTo(location.replace('PORT', `${canaryPort}`)));
    expect(await fetched(`http://fonts.example:${port}/`)).toBe(reason);
  });

  test.each([
    ['file:///etc/passwd', 'Fonts are fetched from http and https URLs only.'],
    ['ftp://127.0.0.1/a.ttf', 'Fonts are fetched from http and https URLs only.'],
    ['http://user@127.0.0.1/', 'The URL must not contain a user name or a password.'],
    ['a.ttf', 'This is not an absolute http or https URL.'],
    ['', 'This is not an absolute http or https URL.'],
  ])('for %j', async (url, reason) => {
    expect(await fetched(url)).toBe(reason);
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
    expect(performance.now() - began).toBeLessThan(3_000);
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
    const { fetchFont, figures, close } = fontFetcher(network(), 60_000);
    const flood = Array.from({ length: 40 }, () =>
      outcomeOf(fetchFont(`http://a.example:${silent}/`, { account: 'flood' })),
    );
    expect(await fetchFont(`http://a.example:${port}/`, { account: 'other' })).toHaveLength(font.length);
    const running = figures().find(({ name }) => name === 'vitrine_turns_running');
    expect(running).toMatchObject({ value: 4, labels: { queue: 'font-fetches' } });
    close();
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((one) => one === 'unavailable')).toHaveLength(4);
    expect(outcomes.filter((one) => one === 'internal')).toHaveLength(36);
  });

  test('rejects with the reason of a caller that leaves, and ends its download', async () => {
    let ended = 0;
    const port = await serve((request) => request.on('close', () => ended++));
    const leaving = new AbortController();
    const { fetchFont } = fontFetcher(network(), 60_000);
    const fetching = fetchFont(`http://a.example:${port}/`, { account: 'a', signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error('gone')), 100);
    await expect(fetching).rejects.toThrow('gone');
    await expect.poll(() => ended).toBe(1);
  });
});
