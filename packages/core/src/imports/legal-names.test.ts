import { expect, test } from 'vitest';
import { processorTime } from '../../../../test/processor-time.ts';
import { accountPrincipal } from '../ports/access.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';
import { toLegalNames } from './legal-names.ts';

const HOSTILE = [
  'plain name',
  '',
  '  ',
  ' outer space ',
  'id',
  'ID',
  'date_created',
  'Date_Updated',
  '__proto__',
  'constructor',
  'prototype',
  '.',
  '..',
  'Name',
  'name',
  'NAME',
  'name_2',
  'tab\there',
  'line\r\nbreak',
  'nul\0nul',
  'e\u0301',
  'é',
  'x'.repeat(200),
  'x'.repeat(201),
  '🦖'.repeat(65),
  `${'y'.repeat(63)} z`,
  '=1+1',
  '"quoted"',
  "'; DROP TABLE records; --",
  '2024',
  'source_id',
];

test('returns names that core accepts, for any columns', async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const { id } = await vitrine.accounts.create('test');
  const names = toLegalNames(HOSTILE, { keepId: false });
  const properties = names.map((name) => ({ name, type: 'string' as const }));
  const store = await vitrine.stores.create(accountPrincipal(id), { name: 'hostile', properties });
  expect(store.properties.map(({ name }) => name)).toEqual(names);
});

test('keeps legal names', () => {
  const names = ['iata', 'First name', 'größe', '=total', '2024'];
  expect(toLegalNames(names, { keepId: false })).toEqual(names);
  expect(toLegalNames(toLegalNames(HOSTILE, { keepId: false }), { keepId: false })).toEqual(
    toLegalNames(HOSTILE, { keepId: false }),
  );
});

test('takes linear time for a long run of combining marks', () => {
  const before = processorTime();
  const [name] = toLegalNames([`a${'\u0316\u0301'.repeat(100_000)}`], { keepId: false });
  expect([...(name ?? '')].length).toBeLessThanOrEqual(64);
  expect(processorTime() - before).toBeLessThan(1_000);
});

test('counts composed characters', () => {
  const letter = '\u1f82';
  expect(toLegalNames([letter.normalize('NFD').repeat(64)], { keepId: false })).toEqual([letter.repeat(64)]);
});

test('keeps id if it is the key', () => {
  expect(toLegalNames(['id', 'ID'], { keepId: true })).toEqual(['id', 'source_ID']);
  expect(toLegalNames(['id'], { keepId: false })).toEqual(['source_id']);
});
