import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { type ErrorCode, NotFoundError, statusOf, ValidationError, VitrineError } from './ground/errors.ts';
import type { Media } from './media/media.ts';
import { accountPrincipal } from './ports/access.ts';
import { memoryStorage } from './storage/memory/index.ts';
import { createVitrine } from './vitrine.ts';

test.each([
  ['nothing', undefined],
  ['no storage', {}],
  ['a URL', { storage: 'sqlite:x.db' }],
  ['null', { storage: null }],
  ['another object', { storage: { records: {} } }],
])('says what a storage is, given %s', verifies('library.errors'), async (_name, options) => {
  const created = createVitrine(options as never);
  await expect(created).rejects.toBeInstanceOf(ValidationError);
  await expect(created).rejects.toThrow(/^storage: Expected a storage: sqliteStorage/);
});

test('creates nothing for an unknown account', verifies('library.unknown-account'), async () => {
  const media = { close: async () => {} } as Media;
  const vitrine = await createVitrine({ storage: memoryStorage(), media });
  const stranger = accountPrincipal('nope');
  const properties = [{ name: 'text', type: 'string' as const }];
  for (const call of [
    () => vitrine.stores.create(stranger, { name: 's', properties }),
    () => vitrine.stores.ensure(stranger, { name: 's', properties }),
    () => vitrine.apiKeys.create(stranger, { name: 'k' }),
    () => vitrine.apiKeys.ensureKey(stranger, { name: 'k', key: 'account-key' }),
    () => vitrine.maps.create(stranger, { name: 'm' }),
    () => vitrine.images.add(stranger, { file: { name: 'a.png', bytes: new Uint8Array(1) } }),
    () => vitrine.stores.create(stranger, { name: 's', properties }, { idempotencyKey: 'k' }),
    () => vitrine.stores.create(accountPrincipal('a\0'), { name: 's', properties }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'not_found', message: 'No such account.' });
  }
  expect((await vitrine.stores.list(stranger)).items).toEqual([]);
});

test('errors have the status of their code', verifies('library.errors'), () => {
  const codes: ErrorCode[] = ['validation_failed', 'not_found', 'quota_exceeded', 'unavailable', 'internal'];
  expect(codes.map((code) => new VitrineError(code, 'x').status)).toEqual([400, 404, 403, 503, 500]);
  expect(codes.map(statusOf)).toEqual([400, 404, 403, 503, 500]);
  expect(new NotFoundError('store')).toMatchObject({ status: 404 });
});

test(
  'messages name no requests of HTTP, and no null for a required value',
  verifies('library.errors'),
  async () => {
    const vitrine = await createVitrine({ storage: memoryStorage() });
    const me = accountPrincipal((await vitrine.accounts.create('a')).id);
    const store = await vitrine.stores.create(me, {
      name: 's',
      properties: [
        { name: 'key', type: 'number', unique: true },
        { name: 'name', type: 'string', required: true },
        { name: 'on', type: 'boolean', required: true },
        { name: 'at', type: 'datetime', required: true },
        { name: 'link', type: 'url_link', required: true },
        { name: 'note', type: 'string' },
      ],
    });
    const wrong = { key: '1', name: 4, on: 'yes', at: 5, link: 'x', note: 4 };
    const error: unknown = await vitrine.records.add(me, store.id, wrong).catch((reason: unknown) => reason);
    const messages = Object.fromEntries(
      (error as ValidationError).issues.map(({ path, message }) => [path, message]),
    );
    expect(messages).toMatchObject({
      key: 'Expected a number.',
      name: 'Expected a string.',
      on: 'Expected true or false.',
      link: 'Expected an absolute http or https URL.',
      note: 'Expected a string or null.',
    });
    expect(messages.at).not.toContain('null');
    const right = { key: 1, name: 'n', on: true, at: new Date(), link: 'http://a.test' };
    await vitrine.records.add(me, store.id, right);
    await expect(vitrine.records.add(me, store.id, right)).rejects.toThrow(
      'key: A record with the id "1" exists; a batch upsert creates or updates.',
    );
  },
);

test('a refused bucket is one issue, whatever its time zone is', verifies('library.errors'), async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const me = accountPrincipal((await vitrine.accounts.create('a')).id);
  const store = await vitrine.stores.create(me, {
    name: 's',
    properties: [{ name: 'at', type: 'datetime' }],
  });
  const measures = [{ op: 'count' }] as const;
  const summarize = (grouping: object) =>
    vitrine.records.summarize(me, store.id, { groupBy: [grouping as never], measures: [...measures] });
  await expect(
    summarize({ field: 'at', bucket: 'fortnight', timeZone: 'Europe/Berlin' }),
  ).rejects.toMatchObject({ issues: [{ path: 'groupBy[0].bucket' }] });
  await expect(summarize({ field: 'at', timeZone: 'Europe/Berlin' })).rejects.toMatchObject({
    issues: [{ path: 'groupBy[0].timeZone' }],
  });
  await expect(summarize({ field: 'none', bucket: 'fortnight', timeZone: 'x' })).rejects.toMatchObject({
    issues: [{ path: 'groupBy[0].bucket' }, { path: 'groupBy[0].field' }],
  });
});
