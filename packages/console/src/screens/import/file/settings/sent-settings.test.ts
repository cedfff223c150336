import type { InferStoreResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { settleSettings } from './sent-settings.ts';

function fileOf(...columns: readonly { decimal?: string; dates?: string }[]): InferStoreResponse {
  const properties = columns.map((each) => ({ decimal: null, dates: null, ...each }));
  return { delimiter: ';', decimal: null, dates: null, properties } as unknown as InferStoreResponse;
}

test('a few records are sent again as columns of text were read, of which they decide nothing', () => {
  expect(settleSettings({}, fileOf({ decimal: 'comma' }, { dates: 'mdy' }, { dates: 'iso' }))).toEqual({
    ...{ delimiter: ';', decimal: 'comma', dates: 'mdy' },
  });
  expect(settleSettings({ dates: 'dmy' }, fileOf({ dates: 'mdy' }))).toMatchObject({ dates: 'dmy' });
});

test('nothing is settled where columns differ, or decide nothing', () => {
  expect(settleSettings({}, fileOf({ dates: 'mdy' }, { dates: 'dmy' }, { decimal: 'undecided' }))).toEqual({
    delimiter: ';',
  });
});
