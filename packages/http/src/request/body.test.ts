import { ValidationError, VitrineError } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { createFixture, problemOf } from '../../test/app-fixture.ts';
import { BodyBytes, freeBytes, JSON_BODY_MAX, readJson, readJsonBytes } from './body.ts';
import { WebArrival } from './web-arrival.ts';

function request(
  body: NonNullable<RequestInit['body']> | null,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) {
  const init: RequestInit = body === null ? {} : { body };
  if (body instanceof ReadableStream) init.duplex = 'half';
  return new Request('http://localhost/', { method: 'POST', headers, ...init });
}

function codeOf(value: unknown): string | undefined {
  return value instanceof VitrineError ? value.code : undefined;
}

const readBody = async (from: Request, isRequired = false) =>
  readJson(await readJsonBytes(new WebArrival(from)), isRequired);

describe('a JSON body', () => {
  test('returns an error for a missing body where a body is required', async () => {
    for (const missing of [request(null, {}), request('', { 'Content-Type': 'text/csv' })]) {
      const read = await readBody(missing, true);
      expect(read).toBeInstanceOf(ValidationError);
      expect((read as ValidationError).issues.map(({ path }) => path)).toEqual(['']);
    }
    expect(await readBody(request('{}'), true)).toEqual({});
  });

  test('returns {} for no body and for an empty body of any type', async () => {
    expect(await readBody(request(null, {}))).toEqual({});
    expect(await readBody(request('', { 'Content-Type': 'text/csv' }))).toEqual({});
    expect(await readBody(request(null, { 'Content-Length': '0' }))).toEqual({});
  });

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/merge-patch+json',
  ])('reads %s', async (type) => {
    expect(await readBody(request('{"a":1}', { 'Content-Type': type }))).toEqual({ a: 1 });
  });

  test.each([
    'text/plain',
    'application/jsonx',
    'application/ld+json',
    'text/json',
    'application/json, text/plain',
    '',
  ])('refuses the media type %j', async (type) => {
    const body = new TextEncoder().encode('{}');
    expect(codeOf(await readBody(request(body, { 'Content-Type': type })))).toBe('unsupported_media_type');
  });

  test('refuses a body without a content type or with a content coding', async () => {
    const bytes = new TextEncoder().encode('{}');
    expect(codeOf(await readBody(request(bytes, {})))).toBe('unsupported_media_type');
    const coded = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect(codeOf(await readBody(request(bytes, coded)))).toBe('unsupported_media_type');
  });

  test.each(['{', '{"a":}', 'nope', '{"a":1} x', ' ', '[1,]', '{"a":NaN}', "{'a':1}"])(
    'returns an error for the malformed text %j',
    async (text) => {
      const error = await readBody(request(text));
      expect(error).toBeInstanceOf(ValidationError);
      expect((error as ValidationError).issues[0]?.path).toBe('');
    },
  );

  test('refuses invalid UTF-8, skips a byte order mark, and uses the last of equal keys', async () => {
    expect(codeOf(await readBody(request(Uint8Array.of(0x22, 0xff, 0x22))))).toBe('validation_failed');
    expect(await readBody(request('\uFEFF{"a":1}'))).toEqual({ a: 1 });
    expect(await readBody(request('{"a":1,"a":2}'))).toEqual({ a: 2 });
  });

  test('reads a nesting of 30,000 levels and refuses 100,000', async () => {
    const nested = (depth: number) => request('['.repeat(depth) + ']'.repeat(depth));
    expect(await readBody(nested(30_000))).toBeInstanceOf(Array);
    expect(codeOf(await readBody(nested(100_000)))).toBe('validation_failed');
  });

  test('reads 4 MiB and refuses a byte more, declared or not', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect(typeof (await readBody(request(text(JSON_BODY_MAX))))).toBe('string');
    expect(codeOf(await readBody(request(text(JSON_BODY_MAX + 1))))).toBe('payload_too_large');
    const declared = { 'Content-Type': 'application/json', 'Content-Length': String(JSON_BODY_MAX + 1) };
    expect(codeOf(await readBody(request('{}', declared)))).toBe('payload_too_large');
  });

  test('cancels an endless body at the limit', async () => {
    let pulled = 0;
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(codeOf(await readBody(request(stream)))).toBe('payload_too_large');
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(8);
  });

  test('returns a validation error when the client disconnects', async () => {
    const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
    expect(codeOf(await readBody(request(stream)))).toBe('validation_failed');
  });
});

describe('JSON that is not a valid request gets 400', () => {
  const routes = [
    '',
    '/records',
    '/records/batch',
    '/records/search',
    '/records/count',
    '/records/aggregate',
  ];
  const bodies = ['[]', 'null', '1', '"text"', '['.repeat(50_000) + ']'.repeat(50_000)];
  const deep = `{"sku":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;

  test.each(['lookup', 'validate', 'delete-by-key', 'batch-delete'])('%s', async (name) => {
    await expectRefused(`/records/${name}`);
  });
  test.each(routes.slice(1))('%s', async (path) => {
    await expectRefused(path);
  });

  test('deep values are refused in filters and properties, and fail alone in a batch', async () => {
    const { send, storeId } = await createFixture();
    const headers = { 'Content-Type': 'application/json' };
    const post = (path: string, body: string) =>
      send('POST', `/v2/stores/${storeId}${path}`, { body, headers });
    const batch = await post('/records/batch', `{"records":[${deep}]}`);
    expect(await batch.json()).toMatchObject({ failed: 1, results: [{ status: 'failed' }] });
    const filter = `{"filters":[{"field":"name","op":"eq","value":${deep}}]}`;
    expect((await post('/records/count', filter)).status).toBe(400);
    expect((await post('/properties', `{"name":"x","type":${deep}}`)).status).toBe(400);
  });

  async function expectRefused(path: string): Promise<void> {
    const { send, storeId } = await createFixture();
    for (const body of [...bodies, deep, '{"__proto__":{"x":1}}', '{"constructor":1}']) {
      const response = await send('POST', `/v2/stores/${storeId}${path}`, {
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(response.status).toBe(400);
      expect((await problemOf(response)).code).toBe('validation_failed');
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  }
});

const chunk = (value: number, length: number) => new Uint8Array(length).fill(value);

describe('BodyBytes', () => {
  test('returns no bytes, one chunk as it is, and several as one', () => {
    const body = new BodyBytes(100, { ownsChunks: true });
    expect(body.bytes()).toHaveLength(0);
    const first = chunk(1, 3);
    expect(body.add(first)).toBe(3);
    expect(body.bytes()).toBe(first);
    for (let value = 2; value <= 30; value++) body.add(chunk(value, 3));
    const expected = Array.from({ length: 90 }, (_, i) => 1 + Math.floor(i / 3));
    expect([...body.bytes()]).toEqual(expected);
  });

  test('accepts more than it expects', () => {
    const body = new BodyBytes(4, { ownsChunks: true });
    body.add(chunk(1, 3));
    body.add(chunk(2, 3));
    expect(body.add(chunk(3, 3))).toBe(9);
    expect([...body.bytes()]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  test('frees chunks that it owns when they have been copied, and no others', () => {
    for (const ownsChunks of [true, false]) {
      const body = new BodyBytes(100, { ownsChunks });
      const chunks = [chunk(1, 3), chunk(2, 3)];
      const pooled = chunk(3, 6).subarray(0, 3);
      for (const each of [...chunks, pooled]) body.add(each);
      expect(chunks.map(({ byteLength }) => byteLength)).toEqual(ownsChunks ? [0, 0] : [3, 3]);
      expect(pooled).toHaveLength(3);
      expect([...body.bytes()]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    }
  });
});

test('freeBytes frees collected bytes, and leaves a single chunk to its owner', () => {
  const body = new BodyBytes(100, { ownsChunks: true });
  body.add(chunk(1, 3));
  const single = body.bytes();
  freeBytes(single);
  expect(single).toHaveLength(3);
  body.add(chunk(2, 3));
  const collected = body.bytes();
  freeBytes(collected);
  expect(collected).toHaveLength(0);
});
