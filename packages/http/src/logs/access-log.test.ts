import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { createFixture, problemOf } from '../../test/app-fixture.ts';
import { collectLog } from '../../test/collected-log.ts';
import { shownPath } from '../call/exchange.ts';

test('a request is logged as one line with principal, route, status, bytes and duration', async () => {
  const { lines, logger } = collectLog();
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

test('a streamed response is logged when it ends, with its bytes', async () => {
  const { lines, logger } = collectLog();
  const { send, storeId } = await createFixture({ logger });
  const response = await send('GET', `/v2/stores/${storeId}/records/export?format=csv`);
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  expect(requests()).toHaveLength(0);
  const { length } = await response.text();
  expect(requests()).toMatchObject([{ status: 200, bytes: length }]);
});

test('the log contains no key, query or token', async () => {
  const { lines, logger } = collectLog();
  const { send, accountKey } = await createFixture({ logger });
  await send('GET', '/v2/whoami?secret=1');
  await send('GET', '/v2/image-thumbnails/tok123/5');
  await send('GET', '/v2/whoami', { key: 'account-wrongwrong' });
  expect(lines).toHaveLength(3);
  const text = JSON.stringify(lines);
  for (const secret of [accountKey, 'secret', 'tok123', 'wrongwrong']) expect(text).not.toContain(secret);
});

test('the log contains no token of an escaped path or of a path without a route', async () => {
  const { lines, logger } = collectLog();
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

test('the log contains ids of stores but no ids of records', async () => {
  const { lines, logger } = collectLog();
  const { send, storeId } = await createFixture({ logger });
  const records = `/v2/stores/${storeId}/records`;
  await send('PATCH', `${records}/someone%40example.com`, { json: {} });
  await send('PUT', `${records}/someone%40example.com`);
  expect(lines.map(({ path }) => path)).toEqual([`${records}/***`, '/v2/stores/***/records/***']);
  expect(JSON.stringify(lines)).not.toContain('someone');
});

test('problem bodies contain no token of the path', async () => {
  const { send } = await createFixture();
  const response = await send('GET', '/v2/timer-frame-previews/tok123/c/f');
  expect((await problemOf(response)).instance).toBe('/v2/timer-frame-previews/***/c/f');
  expect(shownPath({ path: '/v2/image%2Dthumbnails/a.b-c/7' })).toBe('/v2/image%2Dthumbnails/***/7');
  expect(shownPath({ path: '/v2/image-thumbnails/a.b-c/7' })).toBe('/v2/image-thumbnails/***/7');
  expect(shownPath({ path: '/v2/image-thumbnails/' })).toBe('/v2/image-thumbnails/');
  expect(shownPath({ path: '/v2/images/7' })).toBe('/v2/images/7');
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

/** A storage that says what answers its pages. */
function answeringStorage(): Storage {
  const storage = memoryStorage();
  const { records } = storage;
  return {
    ...storage,
    records: {
      ...records,
      find(store, query, now, options) {
        options?.onAnswered?.('near');
        return records.find(store, query, now, options);
      },
    },
  };
}

test(
  'at level debug the log says what answered the searches of a request',
  verifies('query.answered-by.log'),
  async () => {
    for (const level of ['debug', 'info'] as const) {
      const { lines, logger } = collectLog(level);
      const { send, storeId } = await createFixture({ logger, storage: answeringStorage() });
      await send('POST', `/v2/stores/${storeId}/records/query`, { json: {} });
      await send('GET', `/v2/stores/${storeId}`);
      const searches = lines.filter(({ msg }) => msg === 'search');
      const searched = { route: '/v2/stores/:storeId/records/query', answeredBy: ['near'] };
      expect(searches).toEqual(level === 'debug' ? [expect.objectContaining(searched)] : []);
    }
  },
);
