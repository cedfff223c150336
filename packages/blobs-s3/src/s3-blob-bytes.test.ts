import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { memoryStorage, storageWithBlobBytes } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type S3Options, s3BlobBytes } from './s3-blob-bytes.ts';

/** The only credentials that the peer accepts. It computes every signature itself and refuses a wrong one. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'pictures';

let folder: string;
let peer: S3rver;
let endpoint: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-s3-'));
  peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  endpoint = `http://127.0.0.1:${(await peer.run()).port}`;
});

afterAll(async () => {
  const closed = peer.close();
  peer.httpServer.closeAllConnections();
  await closed;
  rmSync(folder, { recursive: true });
});

function store(change: Partial<S3Options> = {}) {
  return s3BlobBytes({ bucket: BUCKET, credentials: CREDENTIALS, endpoint, ...change });
}

function pattern(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 131 + (i >> 8)) & 0xff);
}

describe('with a server that checks signatures', () => {
  test('get returns what put stored, of any length', async () => {
    for (const length of [0, 1, 1000, 25 * 1024 * 1024]) {
      await store().put(`of ${length}`, pattern(length));
      const got = await store().get(`of ${length}`);
      expect(got?.byteLength).toBe(length);
      expect(Buffer.compare(got ?? pattern(1), pattern(length))).toBe(0);
    }
  });

  test('put stores only the view of a larger buffer', async () => {
    await store().put('part', pattern(1000).subarray(100, 103));
    expect([...((await store().get('part')) ?? [])]).toEqual([...pattern(1000).subarray(100, 103)]);
  });

  test('get returns null for a missing object, and delete ignores it', async () => {
    await store().put('short-lived', pattern(10));
    await store().delete('short-lived');
    expect(await store().get('short-lived')).toBe(null);
    await store().delete('short-lived');
  });

  test('signs keys and prefixes of any characters as the server reads them', async () => {
    const prefixes = ['', 'folder/', "a b/ä€𝄞/(x)!*'&=+;,/", '100%/%41/'];
    for (const prefix of prefixes) await store({ prefix }).put('a key/1', Buffer.from(prefix));
    for (const prefix of prefixes) {
      expect(Buffer.from((await store({ prefix }).get('a key/1')) ?? []).toString()).toBe(prefix);
    }
  });

  test('throws `unavailable` with the reason for a wrong secret, an unknown key and an unknown bucket', async () => {
    const reasons: [Partial<S3Options>, RegExp][] = [
      [{ credentials: { ...CREDENTIALS, secretAccessKey: 'other' } }, /^403 SignatureDoesNotMatch$/],
      [{ credentials: { ...CREDENTIALS, accessKeyId: 'nobody' } }, /^403 InvalidAccessKeyId$/],
      [{ bucket: 'no-such-bucket' }, /^404 NoSuchBucket$/],
    ];
    for (const [change, reason] of reasons) {
      const calls = [() => store(change).put('a', pattern(1)), () => store(change).get('a')];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({
          code: 'unavailable',
          cause: { message: expect.stringMatching(reason) },
        });
      }
    }
  });

  test('a storage puts new bytes there, reads old ones from itself, and deletes purged ones', async () => {
    const storage = memoryStorage();
    const outside = storageWithBlobBytes(storage, store({ prefix: 'purged/' }));
    const [inside, hash] = ['1'.repeat(64), '2'.repeat(64)];
    await storage.blobs.put(inside, pattern(5), 1000);
    await outside.blobs.put(hash, pattern(7), 1000);
    await outside.blobs.put(inside, pattern(5), 1000);
    expect((await outside.blobs.get(inside))?.byteLength).toBe(5);
    expect((await outside.blobs.get(hash))?.byteLength).toBe(7);
    await expect(storage.blobs.get(hash)).rejects.toMatchObject({ code: 'unavailable' });
    const key = (await storage.blobObjects.find(hash)) ?? '';
    expect((await store({ prefix: 'purged/' }).get(key))?.byteLength).toBe(7);
    expect((await outside.blobs.purgeUnused(1001, 10)).sort()).toEqual([inside, hash]);
    expect(await store({ prefix: 'purged/' }).get(key)).toBe(null);
    expect(await storage.blobObjects.sweep(1001, 10)).toEqual([]);
  });
});

describe('with a server that fails', () => {
  let server: Server | null = null;

  async function respondWith(listener: RequestListener): Promise<string> {
    const listening = createServer(listener);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  afterEach(async () => {
    const closing = server;
    server = null;
    closing?.closeAllConnections();
    await new Promise((resolve) => (closing === null ? resolve(null) : closing.close(resolve)));
  });

  async function expectUnavailable(options: Partial<S3Options>, reason: RegExp): Promise<void> {
    for (const call of ['put', 'get', 'delete'] as const) {
      await expect(store(options)[call]('key', pattern(3))).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: expect.stringMatching(reason) },
      });
    }
  }

  test('throws `unavailable` if the connection is refused', async () => {
    const gone = await respondWith((_, response) => response.end());
    await new Promise((resolve) => server?.close(resolve));
    await expectUnavailable({ endpoint: gone }, /ECONNREFUSED/);
  });

  test('retries a 5xx, and throws `unavailable` if it persists', async () => {
    let calls = 0;
    const down = await respondWith((_, response) => {
      calls++;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    });
    await expectUnavailable({ endpoint: down }, /^503 SlowDown$/);
    expect(calls).toBe(9);
  });

  test('succeeds if a retry succeeds', async () => {
    let calls = 0;
    const shaky = await respondWith((request, response) => {
      request.resume();
      response.writeHead(++calls % 2 === 1 ? 500 : 200).end('x');
    });
    await store({ endpoint: shaky }).put('key', pattern(3));
    expect((await store({ endpoint: shaky }).get('key'))?.byteLength).toBe(1);
  });

  test('throws `unavailable` after the timeout', async () => {
    const silent = await respondWith(() => undefined);
    await expectUnavailable({ endpoint: silent, timeout: 100 }, /Timeout/);
  });

  test('throws `unavailable` if the body is shorter than its Content-Length', async () => {
    const cut = await respondWith((_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('abc');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(store({ endpoint: cut }).get('key')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([301, 302, 303, 307, 308])(
    'refuses a redirect with status %d and sends nothing to another host',
    async (status) => {
      const asked: string[] = [];
      const other = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        request.resume();
        response.end('stolen');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/elsewhere`;
      const redirecting = await respondWith((request, response) => {
        request.resume();
        response.writeHead(status, { location }).end('<Error><Code>TemporaryRedirect</Code></Error>');
      });
      const credentials = { ...CREDENTIALS, sessionToken: 'token-secret' };
      await expectUnavailable(
        { endpoint: redirecting, credentials },
        new RegExp(`^${status} TemporaryRedirect$`),
      );
      expect(asked).toEqual([]);
      await new Promise((resolve) => other.close(resolve));
    },
  );

  test('puts no secret into an error', async () => {
    const refusing = await respondWith((_, response) => response.writeHead(403).end('no'));
    const credentials = {
      accessKeyId: 'public',
      secretAccessKey: 'very-secret',
      sessionToken: 'token-secret',
    };
    const error = await store({ endpoint: refusing, credentials })
      .get('key')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', cause: { message: '403 Forbidden' } });
    expect(`${error} ${(error as Error).cause} ${JSON.stringify(error)}`).not.toContain('secret');
  });
});
