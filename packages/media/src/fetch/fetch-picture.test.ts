import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { FetchedPicture, PictureRequest, ReadImage, Refusal } from '@vitrine/core/server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { Network } from './checked-request.ts';
import { downloadPicture } from './download-picture.ts';
import { pictureFetcher } from './fetch-picture.ts';
import { CALLER, closeServers, network, PUBLIC, serve } from './loopback-servers.ts';

const PICTURE = Buffer.from('a picture');
const HOSTS = ['pictures.example', 'other.example', 'rebind.example', PUBLIC];
let canaryPort = 0;
let requests = 0;

beforeAll(async () => {
  const { createServer } = await import('node:http');
  const canary = createServer((_request, response) => {
    requests++;
    response.end(PICTURE);
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const address = canary.address();
  canaryPort = typeof address === 'object' && address !== null ? address.port : 0;
  return () => canary.close();
});

afterEach(closeServers);

async function readImage(bytes: Uint8Array): Promise<ReadImage | Refusal> {
  if (!Buffer.from(bytes).equals(PICTURE)) return { refused: 'This is no picture.' };
  return { bytes, format: 'png', width: 1, height: 1, animated: false };
}

function fetcherOf(names: Network = network(), timeLimit?: number) {
  return pictureFetcher((request, signal) => downloadPicture(request, names, signal), readImage, timeLimit);
}

async function fetched(
  url: string,
  given: Partial<PictureRequest> = {},
  names?: Network,
  timeLimit = 5_000,
): Promise<FetchedPicture> {
  const request = { url, mayVisit: (host: string) => HOSTS.includes(host), etag: null, lastModified: null };
  return fetcherOf(names, timeLimit).fetchPicture({ ...request, ...given }, CALLER);
}

const sends =
  (status: number, body: Uint8Array | string = PICTURE, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

describe('a picture', () => {
  test('is fetched with its validators, and asked for with them', verifies('live.photos.cache'), async () => {
    const asked: IncomingHttpHeaders[] = [];
    const port = await serve(({ headers }, response) => {
      asked.push(headers);
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"1"', 'last-modified': 'Sat, 03 Jan 2026 00:00:00 GMT' })
          .end(PICTURE);
    });
    const url = `http://pictures.example:${port}/a.png?size=1`;
    const first = await fetched(url);
    expect(first).toMatchObject({
      ...{ result: 'picture', etag: '"1"', lastModified: 'Sat, 03 Jan 2026 00:00:00 GMT' },
      picture: { format: 'png' },
    });
    const again = await fetched(url, { etag: '"1"', lastModified: 'Sat, 03 Jan 2026 00:00:00 GMT' });
    expect(again).toEqual({ result: 'unchanged' });
    expect(asked[1]).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 03 Jan 2026 00:00:00 GMT',
      'accept-encoding': 'identity',
    });
    expect(asked[0]?.cookie ?? asked[0]?.authorization).toBeUndefined();
  });

  test(
    'is none: a status, no picture, more than 5 MB, also when it is packed',
    verifies('live.photos.fetch'),
    async () => {
      const { gzipSync } = await import('node:zlib');
      const large = Buffer.alloc(5 * 1024 * 1024 + 1);
      const listeners = [
        sends(404),
        sends(403),
        sends(204, ''),
        sends(200, '<svg/>'),
        sends(200, ''),
        sends(200, large),
        sends(200, gzipSync(large), { 'content-encoding': 'gzip' }),
        sends(302, ''),
      ];
      for (const listener of listeners) {
        const port = await serve(listener);
        expect(await fetched(`http://pictures.example:${port}/`)).toEqual({ result: 'none' });
      }
    },
  );

  test(
    'is none for its host: no response, an error, a closed port',
    verifies('live.photos.failing'),
    async () => {
      for (const listener of [sends(500), sends(503), sends(429), () => {}]) {
        const port = await serve(listener);
        expect(await fetched(`http://pictures.example:${port}/`, {}, undefined, 500)).toEqual({
          result: 'host_failed',
        });
      }
      expect(await fetched('http://pictures.example:1/')).toEqual({ result: 'host_failed' });
      const nowhere: Network = { ...network(), resolve: () => Promise.reject(new Error('ENOTFOUND')) };
      expect(await fetched('http://pictures.example/', {}, nowhere)).toEqual({ result: 'host_failed' });
    },
  );
});

describe('never requests', { timeout: 60_000 }, () => {
  const redirectTo =
    (location: string): RequestListener =>
    (_request, response) => {
      response.writeHead(302, { location }).end();
    };

  test('a host that is not listed, also after a redirect', verifies('live.photos.fetch'), async () => {
    let visits = 0;
    const target = await serve((_request, response) => {
      visits++;
      response.end(PICTURE);
    });
    expect(await fetched(`http://unlisted.example:${target}/`)).toEqual({ result: 'none' });
    for (const host of [
      'unlisted.example',
      'pictures.example.',
      'pictures.example.unlisted.example',
      'sub.pictures.example',
      'xpictures.example',
    ]) {
      const port = await serve(redirectTo(`http://${host}:${target}/`));
      expect(await fetched(`http://pictures.example:${port}/`), host).toEqual({ result: 'none' });
    }
    expect(visits).toBe(0);
    const port = await serve(redirectTo(`http://other.example:${target}/`));
    expect(await fetched(`http://pictures.example:${port}/`)).toMatchObject({ result: 'picture' });
  });

  test('an address that is not public, whatever its spelling', verifies('live.photos.fetch'), async () => {
    const any = { mayVisit: () => true };
    const spellings = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0.0.0.0',
      '[::]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fe80::1]',
      '[fc00::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '\u2460\u2461\u2466.0.0.1',
      '127\u3002 0.0.1'.replace(' ', ''),
    ];
    for (const host of spellings) {
      expect(await fetched(`http://${host}:${canaryPort}/`, any), host).not.toMatchObject({
        result: 'picture',
      });
      const port = await serve(redirectTo(encodeURI(`http://${host}:${canaryPort}/`)));
      expect(await fetched(`http://pictures.example:${port}/`, any), host).not.toMatchObject({
        result: 'picture',
      });
    }
    const rebind = network({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] });
    const port = await serve(redirectTo(`http://rebind.example:${canaryPort}/`));
    expect(await fetched(`http://rebind.example:${port}/`, any, rebind)).toEqual({ result: 'none' });
    const mixed = network({ 'rebind.example': [[PUBLIC, '127.0.0.1']] });
    expect(await fetched(`http://rebind.example:${canaryPort}/`, any, mixed)).toEqual({ result: 'none' });
    expect(requests).toBe(0);
  });

  test('anything but http and https, and no URL with a password', verifies('live.photos.fetch'), async () => {
    const any = { mayVisit: () => true };
    for (const url of [
      'file:///etc/passwd',
      'ftp://pictures.example/a.png',
      'gopher://pictures.example/',
      'data:image/png;base64,AAAA',
      'a.png',
      '',
      '//pictures.example/',
      'http://user:secret@pictures.example/',
    ]) {
      expect(await fetched(url, any), url).toEqual({ result: 'none' });
      if (url === '' || url === 'a.png' || url === '//pictures.example/') continue;
      const port = await serve(redirectTo(url));
      expect(await fetched(`http://pictures.example:${port}/`, any), url).toEqual({ result: 'none' });
    }
  });

  test('more than three redirects', verifies('live.photos.fetch'), async () => {
    const port = await serve(({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end(PICTURE);
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect(await fetched(`http://pictures.example:${port}/3`)).toMatchObject({ result: 'picture' });
    expect(await fetched(`http://pictures.example:${port}/4`)).toEqual({ result: 'none' });
  });
});

test('fetches take turns between accounts, and end with the server', async () => {
  const silent = await serve(() => {});
  const port = await serve(sends(200));
  const { fetchPicture, metrics, close } = fetcherOf(network(), 60_000);
  const ask = (account: string, to: number) =>
    fetchPicture(
      { url: `http://pictures.example:${to}/`, mayVisit: () => true, etag: null, lastModified: null },
      { account },
    );
  const flood = Array.from({ length: 40 }, () =>
    ask('flood', silent).catch((error: { code?: string }) => error.code),
  );
  expect(await ask('other', port)).toMatchObject({ result: 'picture' });
  expect(metrics().find(({ name }) => name === 'vitrine_turns_running')).toMatchObject({
    ...{ value: 8, labels: { queue: 'picture-fetches' } },
  });
  close();
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['unavailable']));
});
