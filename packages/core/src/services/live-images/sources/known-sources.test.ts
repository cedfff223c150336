import { expect, test } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import type { SourceData } from '../../../live/values/source-data.ts';
import { knownSources, type OpenedFor } from './known-sources.ts';

const HOUR = 3_600_000;

function openedFor(sku: string, accountId = 'a'): OpenedFor {
  return {
    image: { publicId: `image of ${accountId}`, version: 1, accountId },
    compiled: { names: ['product.name', 'sku'] },
    variables: new Map([['sku', { value: sku, from: 'url' }]]),
  };
}

function product(name: string, note = ''): ReadonlyMap<string, SourceData> {
  const value = (text: string) => ({ type: 'string', shown: text, stored: text }) as const;
  const values = new Map([
    ['name', value(name)],
    ['note', value(note)],
  ]);
  return new Map([['product', { id: '1', values }]]);
}

test('keeps the used values of the last opening for an hour', verifies('live.pictures.away'), () => {
  const at = { now: 0 };
  const known = knownSources(() => at.now);
  expect(known.find(openedFor('A'))).toBeNull();
  known.keep(openedFor('A'), product('Tote', 'not of the design'));
  known.keep(openedFor('B'), new Map([['product', null]]));
  expect([...(known.find(openedFor('A'))?.get('product')?.values.keys() ?? [])]).toEqual(['name']);
  expect(known.find(openedFor('B'))).toEqual(new Map([['product', null]]));
  expect(known.find(openedFor('C'))).toBeNull();
  known.keep(openedFor('A'), product('Tote, red'));
  expect(known.find(openedFor('A'))?.get('product')?.values.get('name')?.shown).toBe('Tote, red');
  at.now = HOUR + 1;
  expect(known.find(openedFor('A'))).toBeNull();
});

test('an account whose URLs are enumerated does not evict what others have', () => {
  const known = knownSources(() => 0);
  known.keep(openedFor('A'), product('Tote'));
  const long = 'x'.repeat(100_000);
  for (let n = 0; n < 300; n++) known.keep(openedFor(`${n}`, 'flood'), product(long));
  expect(known.find(openedFor('0', 'flood'))).toBeNull();
  expect(known.find(openedFor('299', 'flood'))).not.toBeNull();
  expect(known.find(openedFor('A'))).not.toBeNull();
});
