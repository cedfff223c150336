import {
  type ClientOptions,
  ConnectionError,
  createClient,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  VitrineError,
} from '@vitrine/client';
import { afterEach, beforeEach, expect, test } from 'vitest';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
}

type Answer = Response | Error | 'hang';

const sent: Sent[] = [];
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  sent.length = 0;
  unhandled.length = 0;
  process.on('unhandledRejection', remember);
});

afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', remember);
  expect(unhandled).toEqual([]);
});

/** Returns a client whose server returns the answers in order, the last one again and again. */
function clientWith(answers: readonly (() => Answer)[], options: Partial<ClientOptions> = {}) {
  return createClient({
    url: 'http://vitrine.test/',
    key: 'account-key',
    fetch: async (url, { method = '', headers, signal }) => {
      const { pathname } = new URL(url);
      sent.push({ method, path: pathname, key: new Headers(headers).get('idempotency-key') });
      const answer = (answers[Math.min(sent.length, answers.length) - 1] as () => Answer)();
      if (answer instanceof Error) throw answer;
      if (answer !== 'hang') return answer;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
    ...options,
  });
}

const problem =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { code, title: code, status },
      { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
    );
const busy = problem(503, 'unavailable', { 'retry-after': '0' });
const cut = () => new TypeError('fetch failed');
const found =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });
const nothing = () => new Response(null, { status: 204 });
const map = found({ id: 1, name: 'Shops' });

test('repeats a read after 503, 429, 502 and a cut connection, twice by default', async () => {
  for (const answer of [
    busy,
    problem(429, 'rate_limited', { 'retry-after': '0' }),
    () => new Response('', { status: 502 }),
    cut,
  ]) {
    sent.length = 0;
    expect(await clientWith([answer, answer, map]).maps.get(1)).toMatchObject({ id: 1 });
    expect(sent).toHaveLength(3);
    sent.length = 0;
    await expect(clientWith([answer]).maps.get(1)).rejects.toThrow(VitrineError);
    expect(sent).toHaveLength(3);
  }
});

test('repeats a call that creates something with one Idempotency-Key, and uses another for the next call', async () => {
  const v = clientWith([cut, busy, map]);
  await v.maps.create({ name: 'Shops' });
  await v.maps.create({ name: 'Shops' });
  const keys = sent.map(({ key }) => key);
  expect(keys).toHaveLength(4);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys[0]).toMatch(/^[\w-]{4,255}$/);
  await v.maps.create({ name: 'Shops' }, { idempotencyKey: 'mine' });
  expect(sent.at(-1)?.key).toBe('mine');
});

test('never repeats a write that the server could do twice, except when it was refused by a limit', async () => {
  const store = { name: 's', id: '0123456789abcdef' };
  const calls = {
    'add a property': (v: ReturnType<typeof clientWith>) =>
      v.stores.properties.add(store, { name: 'p', type: 'string' }),
    'patch with If-Match': (v: ReturnType<typeof clientWith>) =>
      v.store(store).patch('a', {}, { ifMatch: '"tag"' }),
    'update a draft of a revision': (v: ReturnType<typeof clientWith>) =>
      v.timers.drafts.update({ timerFrameId: 'a', conversationId: 'b' }, {}, { revision: 1 }),
    'retry a job': (v: ReturnType<typeof clientWith>) => v.jobs.retry(1),
  };
  for (const [title, call] of Object.entries(calls)) {
    for (const answer of [cut, busy]) {
      sent.length = 0;
      await expect(call(clientWith([answer])), title).rejects.toThrow(VitrineError);
      expect(sent, title).toHaveLength(1);
    }
    sent.length = 0;
    await call(clientWith([problem(429, 'rate_limited', { 'retry-after': '0' }), found({})]));
    expect(sent, title).toHaveLength(2);
  }
});

test('waits for a request with the same key that is in flight, but does not repeat other conflicts', async () => {
  const inFlight = problem(409, 'conflict', { 'retry-after': '0' });
  await clientWith([inFlight, map]).maps.create({ name: 'Shops' });
  expect(sent).toHaveLength(2);
  sent.length = 0;
  await expect(clientWith([problem(409, 'conflict')]).maps.create({ name: 'Shops' })).rejects.toThrow(
    'conflict',
  );
  expect(sent).toHaveLength(1);
});

test('takes 404 for success if an earlier attempt of the same deletion may have succeeded', async () => {
  await clientWith([cut, problem(404, 'not_found')]).maps.delete(1);
  await expect(clientWith([problem(404, 'not_found')]).maps.delete(1)).rejects.toThrow('not_found');
  await clientWith([nothing]).maps.delete(1);
});

test('obeys Retry-After, and leaves long waits to the caller', async () => {
  const begin = Date.now();
  await clientWith([problem(503, 'unavailable', { 'retry-after': '1' }), map]).maps.get(1);
  expect(Date.now() - begin).toBeGreaterThanOrEqual(990);
  const error = await clientWith([problem(429, 'rate_limited', { 'retry-after': '120' })])
    .maps.get(1)
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(error.retryAfter).toBe(120);
  const date = new Date(Date.now() + 90_000).toUTCString();
  const later = await clientWith([problem(503, 'unavailable', { 'retry-after': date })])
    .maps.get(1)
    .catch((thrown) => thrown);
  expect(later).toBeInstanceOf(UnavailableError);
  expect(later.retryAfter).toBeGreaterThan(80);
});

test('limits the time of each attempt, and ends a wait by the signal', async () => {
  const slow = clientWith([() => 'hang'], { timeout: 20, retries: 1 });
  await expect(slow.maps.get(1)).rejects.toThrow(TimeoutError);
  expect(sent).toHaveLength(2);
  const controller = new AbortController();
  const waiting = clientWith([problem(503, 'unavailable', { 'retry-after': '30' })]).maps.get(1, {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(new Error('enough')), 20);
  await expect(waiting).rejects.toThrow('enough');
});

test('reads the problem of a response', async () => {
  const body = {
    code: 'validation_failed',
    title: 'T',
    detail: 'name: D',
    errors: { name: ['D'] },
    traceId: 't1',
  };
  const v = clientWith([() => Response.json(body, { status: 400 })]);
  const error = await v.maps.create({ name: '' }).catch((thrown) => thrown);
  expect({ ...error, message: error.message, name: error.name }).toMatchObject({
    name: 'ValidationError',
    code: 'validation_failed',
    status: 400,
    message: 'name: D',
    errors: { name: ['D'] },
    traceId: 't1',
  });
});

test('says that a response is not one of Vitrine', async () => {
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  await expect(clientWith([page]).maps.get(1)).rejects.toMatchObject({ code: 'invalid_response' });
  const broken = () => new Response('{', { headers: { 'content-type': 'application/json' } });
  await expect(clientWith([broken]).maps.get(1)).rejects.toMatchObject({ code: 'invalid_response' });
  expect(sent).toHaveLength(2);
});

test('repeats a read whose body is cut or stalls', async () => {
  const pieces = (end: (controller: ReadableStreamDefaultController) => void) => () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'));
          end(controller);
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  const v = clientWith([pieces((controller) => controller.error(new TypeError('terminated'))), map]);
  expect(await v.maps.get(1)).toMatchObject({ id: 1 });
  const error = await clientWith([pieces((controller) => controller.error(new TypeError('terminated')))], {
    retries: 0,
  })
    .maps.get(1)
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
});
