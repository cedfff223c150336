import { expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ForbiddenError, UnavailableError, ValidationError } from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

const PROPERTIES = [
  { name: 'sku', type: 'string', unique: true },
  { name: 'text', type: 'string' },
  { name: 'n', type: 'number' },
  { name: 'at', type: 'datetime' },
  { name: 'toString', type: 'string' },
  { name: '7', type: 'string' },
] as const;

async function arrange() {
  const onError = vi.fn();
  const vitrine = await createVitrine({ storage: memoryStorage(), onError });
  const me = accountPrincipal((await vitrine.accounts.create('A')).id);
  const { id } = await vitrine.stores.create(me, { name: 'Goods', properties: [...PROPERTIES] });
  const { records } = vitrine;
  return {
    vitrine,
    me,
    id,
    onError,
    before: vitrine.before,
    add: (body: Record<string, unknown>) => records.add(me, id, body),
    patch: (recordId: string, body: Record<string, unknown>) => records.patch(me, id, recordId, body),
    batch: (...bodies: unknown[]) =>
      records.batchUpsert(me, id, { records: bodies as Record<string, unknown>[] }),
    async importLines(lines: string) {
      const file = { name: null, type: 'application/x-ndjson', chunks: chunksOf(lines) };
      const { importId } = await vitrine.imports.start(me, id, {}, async () => file);
      await vitrine.runDueJobs();
      return vitrine.imports.get(me, id, importId);
    },
  };
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test(
  'hooks run in order, and each sees what the one before left',
  verifies('library.hooks.values'),
  async () => {
    const { before, add } = await arrange();
    before('record.write', async ({ values }) => {
      await null;
      values.text = `${values.text}b`;
    });
    before('record.write', ({ values }) => {
      values.text = `${values.text}c`;
    });
    expect(await add({ sku: 'A', text: 'a' })).toMatchObject({ text: 'abc' });
  },
);

test('the given values are shown as responses show them', verifies('library.hooks.values'), async () => {
  const { before, add, patch } = await arrange();
  const seen: object[] = [];
  before('record.write', ({ values }) => seen.push({ ...values }));
  await add({ sku: 'A', n: 1.5, at: new Date(0), text: null, 7: 'seven', toString: 'own' });
  await patch('A', { at: '2026-01-02T03:04:05+01:00' });
  const [added = {}, patched] = seen;
  expect(Object.entries(added)).toEqual(
    expect.arrayContaining([
      ['sku', 'A'],
      ['n', 1.5],
      ['at', '1970-01-01T00:00:00.000Z'],
      ['text', null],
      ['7', 'seven'],
      ['toString', 'own'],
    ]),
  );
  expect(patched).toEqual({ at: '2026-01-02T02:04:05.000Z' });
});

test.each([
  ['an unknown name', { other: 1 }, ['other']],
  ['a value of another type', { n: 'many' }, ['n']],
  ['an invalid date', { at: new Date(Number.NaN) }, ['at']],
  ['a required value that is unset', { sku: null }, ['sku']],
])(
  '%s that a hook leaves is refused as that of a caller',
  verifies('library.hooks.values'),
  async (_, left, paths) => {
    const { before, add, batch, vitrine, me, id } = await arrange();
    before('record.write', ({ values }) => void Object.assign(values, left));
    const error = await add({ sku: 'A' }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(paths);
    expect((await batch({ sku: 'A' })).results[0]).toMatchObject({ status: 'failed' });
    expect((await vitrine.records.count(me, id)).count).toBe(0);
  },
);

test('a hook may set a Date, unset a member, and delete one', async () => {
  const { before, add } = await arrange();
  before('record.write', ({ values }) => {
    Object.assign(values, { at: new Date(0), n: undefined });
    delete values.text;
  });
  expect(await add({ sku: 'A', text: 'x', n: 1 })).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    n: null,
    text: null,
  });
});

test('the id follows from the unique values that a hook leaves; a patch does not change them', async () => {
  const { before, add, batch, patch } = await arrange();
  before('record.write', ({ values }) => {
    values.sku = String(values.sku ?? 'none').toUpperCase();
  });
  expect((await add({ sku: 'a' })).id).toBe('A');
  await expect(add({ sku: 'A' })).rejects.toMatchObject({ code: 'record_exists' });
  expect((await batch({ sku: 'a', n: 2 })).results[0]).toMatchObject({ id: 'A', status: 'updated' });
  await expect(patch('A', { n: 3 })).rejects.toMatchObject({ issues: [{ path: 'sku' }] });
});

test('a body with values that do not fit, a patch of nothing and one of no record run no hook', async () => {
  const { before, add, batch, patch } = await arrange();
  await add({ sku: 'A' });
  const hook = vi.fn();
  before('record.write', hook);
  await expect(add({ sku: 'B', n: 'x' })).rejects.toThrow(ValidationError);
  await batch({ sku: 'B', n: 'x' }, 'no object');
  await patch('A', {});
  await expect(patch('B', { n: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect(hook).not.toHaveBeenCalled();
});

test('a patch whose values a hook deletes changes nothing', async () => {
  const { before, add, patch } = await arrange();
  const added = await add({ sku: 'A', n: 1 });
  before('record.write', ({ values }) => {
    delete values.n;
  });
  expect(await patch('A', { n: 2 })).toEqual(added);
});

test(
  'a VitrineError fails the call, and refuses a record of a batch alone',
  verifies('library.hooks.errors'),
  async () => {
    const { before, add, patch, batch, importLines, onError } = await arrange();
    await add({ sku: 'A' });
    before('record.write', ({ values }) => {
      if (values.n === 1) throw new ForbiddenError('Not this one.');
      if (values.n === 2) throw new UnavailableError('Not now.');
    });
    await expect(add({ sku: 'B', n: 1 })).rejects.toThrow(ForbiddenError);
    await expect(patch('A', { n: 2 })).rejects.toThrow(UnavailableError);
    const { results, created } = await batch({ sku: 'B', n: 1 }, { sku: 'C' }, { sku: 'D', n: 2 });
    expect(created).toBe(1);
    expect(results.map((result) => ('errors' in result ? result.errors : null))).toEqual([
      { '': ['Not this one.'] },
      null,
      { '': ['Not now.'] },
    ]);
    expect(await importLines('{"sku":"E","n":1}\n{"sku":"F"}\n')).toMatchObject({ created: 1, refused: 1 });
    expect(onError).not.toHaveBeenCalled();
  },
);

test(
  'anything else that is thrown goes to onError, and nothing is written',
  verifies('library.hooks.errors'),
  async () => {
    const { before, add, batch, importLines, onError, vitrine, me, id } = await arrange();
    const fault = new TypeError('a fault of the program');
    before('record.write', ({ values }) => {
      if (values.n === 1) throw fault;
      if (values.n === 2) return Promise.reject('no error');
      return null;
    });
    const unavailable = { code: 'unavailable', message: 'A check of the record failed; try again.' };
    await expect(add({ sku: 'A', n: 1 })).rejects.toMatchObject(unavailable);
    await expect(add({ sku: 'A', n: 2 })).rejects.toMatchObject(unavailable);
    expect(onError.mock.calls).toEqual([[fault], ['no error']]);
    const refusal = { status: 'failed', errors: { '': [unavailable.message] } };
    expect((await batch({ sku: 'A', n: 1 }, { sku: 'B' })).results).toMatchObject([
      refusal,
      { status: 'created' },
    ]);
    expect(await importLines('{"sku":"A","n":2}\n{"sku":"C"}\n')).toMatchObject({ created: 1, refused: 1 });
    expect((await vitrine.records.count(me, id)).count).toBe(2);
  },
);

test('what onError throws itself is printed, and the write is refused as before', async () => {
  const { before, add, onError } = await arrange();
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new Error('of onError');
  onError.mockImplementation(() => {
    throw failure;
  });
  before('record.write', () => {
    throw new TypeError('a fault of the program');
  });
  await expect(add({ sku: 'A' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(printed).toHaveBeenCalledExactlyOnceWith(failure);
  printed.mockRestore();
});

test('a ValidationError without issues refuses too', verifies('library.hooks.refusal'), async () => {
  const { before, add } = await arrange();
  before('record.write', () => {
    throw new ValidationError([]);
  });
  await expect(add({ sku: 'A' })).rejects.toThrow(ValidationError);
});

test('a write is planned again with its hooks if the schema changes while they run', async () => {
  const { before, add, vitrine, me, id } = await arrange();
  let runs = 0;
  before('record.write', async ({ values }) => {
    if (++runs === 1) await vitrine.stores.addProperty(me, id, { name: 'later', type: 'number' });
    values.text = `run ${runs}`;
  });
  expect(await add({ sku: 'A' })).toMatchObject({ text: 'run 2', later: null });
});

test('a hook may read and write with the library', async () => {
  const { before, add, vitrine, me, id } = await arrange();
  const log = await vitrine.stores.create(me, { name: 'Log', properties: [{ name: 'sku', type: 'string' }] });
  before('record.write', async ({ storeId, values }) => {
    if (storeId === log.id) return;
    values.n = (await vitrine.records.count(me, id)).count;
    await vitrine.records.add(me, log.id, { sku: values.sku });
  });
  expect([(await add({ sku: 'A' })).n, (await add({ sku: 'B' })).n]).toEqual([0, 1]);
  expect((await vitrine.records.count(me, log.id)).count).toBe(2);
});

test('the hooks of the records of a batch do not wait for each other', async () => {
  const { before, batch } = await arrange();
  const { promise, resolve } = Promise.withResolvers<void>();
  before('record.write', async ({ values }) => {
    if (values.sku === 'B') resolve();
    await promise;
  });
  expect(await batch({ sku: 'A' }, { sku: 'B' })).toMatchObject({ created: 2 });
});

test('a hook that was removed runs no more', async () => {
  const { before, add } = await arrange();
  const [removed, kept] = [vi.fn(), vi.fn()];
  const remove = before('record.write', removed);
  before('record.write', kept);
  remove();
  remove();
  await add({ sku: 'A' });
  expect([removed.mock.calls.length, kept.mock.calls.length]).toEqual([0, 1]);
});

test('another event and a hook that is no function are refused', verifies('library.errors'), async () => {
  const { vitrine } = await arrange();
  const before = vitrine.before as (...args: unknown[]) => unknown;
  expect(() => before('record.delete', () => {})).toThrow("event: Expected 'record.write'.");
  expect(() => before('record.write', { id: 's' })).toThrow('hook: Expected a function.');
  expect(() => before('record.write')).toThrow('hook: Expected a function.');
});
