import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { Media } from '../../media/media.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';
import { asJson } from './call-gate.ts';

const never = new Promise<never>(() => {});
const UNAVAILABLE = { code: 'unavailable' };

let vitrine: Vitrine;
let me: Principal;
let storeId: string;
let readImage: Media['readImage'];

beforeEach(async () => {
  readImage = () => never;
  const media = { readImage: (...args) => readImage(...args), close: async () => {} } as Media;
  vitrine = await createVitrine({ storage: memoryStorage(), media });
  me = accountPrincipal((await vitrine.accounts.create('a')).id);
  const store = await vitrine.stores.create(me, {
    name: 's',
    properties: [{ name: 'text', type: 'string' }],
  });
  storeId = store.id;
});

afterEach(() => {
  vi.useRealTimers();
});

function addImage(): Promise<unknown> {
  return vitrine.images.add(me, { file: { name: 'a.png', bytes: new Uint8Array(1) } });
}

test('an export that is being read ends with unavailable', verifies('library.close.exports'), async () => {
  for (let i = 0; i < 20; i++) {
    await vitrine.records.batchUpsert(me, storeId, {
      records: Array.from({ length: 10 }, () => ({ text: 'x'.repeat(20_000) })),
    });
  }
  const [begun, unread] = await Promise.all([
    vitrine.records.exportMatching(me, storeId, {}),
    vitrine.records.export(me, storeId),
  ]);
  expect((await begun.chunks.next()).done).toBe(false);
  expect((await begun.chunks.next()).done).toBe(false);
  const closing = vitrine.close();
  await expect(begun.chunks.next()).rejects.toMatchObject(UNAVAILABLE);
  await closing;
  await unread.chunks.next();
  await expect(unread.chunks.next()).rejects.toMatchObject(UNAVAILABLE);
});

test('waits at most 10 s for a call, which fails then', verifies('library.close.bounded'), async () => {
  const read = Promise.withResolvers<Awaited<ReturnType<Media['readImage']>>>();
  readImage = () => read.promise;
  const added = addImage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isClosed = false;
  const closing = vitrine.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await closing;
  read.resolve({
    width: 1,
    height: 1,
    format: 'png',
    animated: false,
    bytes: new Uint8Array(1),
  });
  await expect(added).rejects.toMatchObject(UNAVAILABLE);
});

test('waits as long as the caller says', verifies('library.close.bounded'), async () => {
  const added = addImage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isClosed = false;
  const closing = vitrine.close({ within: 500 }).then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(450);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await closing;
  await expect(Promise.race([added, 'in flight'])).resolves.toBe('in flight');
});

test('a call that closes Vitrine and waits for that does not wait forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  readImage = async () => {
    await vitrine.close();
    return { refused: 'closed' };
  };
  const added = addImage();
  const failed = expect(added).rejects.toThrow('closed');
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test(
  'ends work, and further closes do the same as the first',
  verifies('library.close.bounded'),
  async () => {
    const working = vitrine.work({ signal: new AbortController().signal });
    const first = vitrine.close();
    expect(vitrine.close()).toBe(first);
    await Promise.all([first, working]);
    await expect(vitrine.work({ signal: new AbortController().signal })).rejects.toMatchObject(UNAVAILABLE);
  },
);

test('a call whose signal has aborted rejects with its reason, not with that of the close', async () => {
  const leaving = new AbortController();
  const counted = vitrine.records.count(me, storeId, {}, { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await vitrine.close();
  await expect(counted).rejects.toThrow('left');
});

test('a typed store that was opened before refuses calls after close', async () => {
  const typed = await vitrine.stores.open(me, { name: 's' });
  const listed = typed.list();
  const added = typed.add({}, { idempotencyKey: 'k' });
  await vitrine.close();
  await Promise.all([listed, added]);
  await expect(typed.list()).rejects.toMatchObject(UNAVAILABLE);
  await expect(typed.add({}, { idempotencyKey: 'k' })).rejects.toMatchObject(UNAVAILABLE);
});

test('calls that need no storage still work', async () => {
  await vitrine.close();
  expect(vitrine.images.types(me).items).not.toEqual([]);
  expect(vitrine.timerPresets.list(me)).not.toEqual([]);
  expect(() => vitrine.direct.records.get(me, storeId, 'r')).toThrow('Vitrine is closed.');
});

class Product {
  sku = 'A';
  note = undefined;
  released = new Date(0);
}

class Rows {
  filter = undefined;
  *[Symbol.iterator]() {
    yield { sku: 'A' };
  }
}

test.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'a'],
  ['bytes in a member', { file: { bytes: new Uint8Array(3) } }],
  ['a signal', { signal: new AbortController().signal }],
  ['an error in place of a body', new Error('unreadable')],
  ['an invalid Date', { at: new Date(Number.NaN) }],
  ['a list with nothing in it', [undefined, [null]]],
  ['a member __proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ['chunks', { chunks: (async function* () {})() }],
  ['an iterable of a class', new Rows()],
])('returns the same argument: %s', (_name, argument) => {
  expect(asJson(argument)).toBe(argument);
});

test('omits undefined members and writes dates as text, at every level', () => {
  const given = {
    a: undefined,
    list: [{ b: undefined, at: new Date(5) }, new Date(0)],
    none: Object.assign(Object.create(null), { c: undefined, d: 1 }),
    text: 't',
  };
  expect(asJson(given)).toStrictEqual({
    list: [{ at: '1970-01-01T00:00:00.005Z' }, '1970-01-01T00:00:00.000Z'],
    none: { d: 1 },
    text: 't',
  });
  expect(given.list[0]).toHaveProperty('b');
});

test('reads an instance of a class as its members', () => {
  expect(asJson(new Product())).toStrictEqual({ sku: 'A', released: '1970-01-01T00:00:00.000Z' });
});

test('keeps a member __proto__ as a member', () => {
  const given = JSON.parse('{"__proto__":{"a":1}}');
  given.b = undefined;
  expect(JSON.stringify(asJson(given))).toBe('{"__proto__":{"a":1}}');
});

test('reads a Date of another realm', async () => {
  const { runInNewContext } = await import('node:vm');
  expect(asJson(runInNewContext('({ at: new Date(0), none: undefined })'))).toStrictEqual({
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('reads an argument of any depth', () => {
  let deep: unknown = new Date(0);
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(asJson(deep)).toBe(deep);
});
