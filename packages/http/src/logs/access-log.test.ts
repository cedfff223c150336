import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFixture, problemOf } from '../../test/app-fixture.ts';
import { maskTokens } from '../request/path.ts';

function collect() {
  const lines: Record<string, unknown>[] = [];
  return { lines, logger: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) };
}

test('a request is one line with who, what and how long', async () => {
  const { lines, logger } = collect();
  const fixture = await createFixture({ logger });
  const body = await (await fixture.send('GET', `/v2/stores/${fixture.storeId}?q=private`)).text();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    method: 'GET',
    route: '/v2/stores/:storeId',
    path: `/v2/stores/${fixture.storeId}`,
    status: 200,
    bytes: body.length,
    accountId: fixture.accountId,
    keyId: expect.any(String),
    ms: expect.any(Number),
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  });
});

test('a streamed answer is logged at its end, with its bytes', async () => {
  const { lines, logger } = collect();
  const { send, storeId } = await createFixture({ logger });
  const response = await send('GET', `/v2/stores/${storeId}/records/export?format=csv`);
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  expect(requests()).toHaveLength(0);
  const { length } = await response.text();
  expect(requests()).toMatchObject([{ status: 200, bytes: length }]);
});

test('no key, query or token gets into the log', async () => {
  const { lines, logger } = collect();
  const { send, accountKey } = await createFixture({ logger });
  await send('GET', '/v2/whoami?secret=1');
  await send('GET', '/v2/image-thumbnails/tok123/5');
  await send('GET', '/v2/whoami', { key: 'account-wrongwrong' });
  expect(lines).toHaveLength(3);
  const text = JSON.stringify(lines);
  for (const secret of [accountKey, 'secret', 'tok123', 'wrongwrong']) expect(text).not.toContain(secret);
});

test('no token gets into the log by a path that only decodes to one with a token, or that no route has', async () => {
  const { lines, logger } = collect();
  const { send } = await createFixture({ logger });
  const sent = [
    ['/v2/image%2Dthumbnails/tok123/5', '/v2/image-thumbnails/***/5'],
    ['/%76%32/image-thumbnails/tok123/5', '/v2/image-thumbnails/***/5'],
    ['/font%2dpreviews/tok123/1', '/font-previews/***/1'],
    ['/v2/timer-frame-previews/tok123/someone@example.com/f', '/v2/timer-frame-previews/***/***/f'],
    ['/v2/image-thumbnails/tok123', '/v2/image-thumbnails/***'],
    ['/v2/image-thumbnails//tok123/5', '/v2/image-thumbnails/***/***/***'],
    ['/v2/image-thumbnails/tok123/5/', '/v2/image-thumbnails/***/***/***'],
    ['/v2/thumbnails/tok123/5', '/v2/***'],
    ['/tok123', '/***'],
    ['/v2/image-thumbnails/tok123/%ff', '/***'],
  ] as const;
  for (const [path] of sent) await send('GET', path);
  expect(lines.map(({ path }) => path)).toEqual(sent.map(([, logged]) => logged));
});

test('ids of records are not in the log, ids of stores are', async () => {
  const { lines, logger } = collect();
  const { send, storeId } = await createFixture({ logger });
  const records = `/v2/stores/${storeId}/records`;
  await send('PATCH', `${records}/someone%40example.com`, { json: {} });
  await send('PUT', `${records}/someone%40example.com`);
  expect(lines.map(({ path }) => path)).toEqual([`${records}/***`, '/v2/stores/***/records/***']);
  expect(JSON.stringify(lines)).not.toContain('someone');
});

test('tokens in paths are masked, in problem bodies too', async () => {
  const { send } = await createFixture();
  const response = await send('GET', '/v2/timer-frame-previews/tok123/c/f');
  expect((await problemOf(response)).instance).toBe('/v2/timer-frame-previews/***/c/f');
  expect(maskTokens('/v2/image%2Dthumbnails/a.b-c/7')).toBe('/v2/image%2Dthumbnails/***/7');
  expect(maskTokens('/v2/image-thumbnails/a.b-c/7')).toBe('/v2/image-thumbnails/***/7');
  expect(maskTokens('/v2/image-thumbnails/')).toBe('/v2/image-thumbnails/');
  expect(maskTokens('/v2/images/7')).toBe('/v2/images/7');
});

test('the trace id is that of traceparent, else a well-formed x-request-id, else a new one', async () => {
  const { send } = await createFixture();
  const idFor = async (headers: Record<string, string>) => {
    const response = await send('GET', '/v2/none', { headers });
    const { traceId } = await problemOf(response);
    expect(response.headers.get('x-request-id')).toBe(traceId);
    return traceId;
  };
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  expect(await idFor({ traceparent, 'x-request-id': 'mine' })).toBe(trace);
  expect(await idFor({ 'x-request-id': 'mine-1_2' })).toBe('mine-1_2');
  for (const bad of ['a b', 'x'.repeat(65), '<script>']) {
    expect(await idFor({ 'x-request-id': bad })).toMatch(/^[\da-f]{32}$/);
  }
  expect(await idFor({ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })).not.toBe('0'.repeat(32));
});
