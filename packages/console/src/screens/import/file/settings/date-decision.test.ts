import type { InferStoreResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { decideDates } from './date-decision.ts';

type Dates = InferStoreResponse['properties'][number]['dates'];

function fileOf(...dates: readonly Dates[]): InferStoreResponse {
  const properties = dates.map((each, at) => ({ column: `c${at}`, dates: each }));
  const open = properties.filter((property) => property.dates === 'undecided');
  const undecided = open.length === 0 ? [] : [{ parameter: 'dates', columns: [], message: '' }];
  return { properties, undecided } as unknown as InferStoreResponse;
}

test('the order of one column holds for those that decide nothing', () => {
  expect(decideDates(fileOf(null, 'mdy', 'undecided'))).toEqual({ order: 'mdy', column: 'c1' });
  expect(decideDates(fileOf('undecided', 'dmy', 'dmy'))).toEqual({ order: 'dmy', column: 'c1' });
});

test('nothing is decided without need, without a column that decides, or where columns differ', () => {
  expect(decideDates(fileOf('mdy', 'iso'))).toBeNull();
  expect(decideDates(fileOf('undecided', 'iso'))).toBeNull();
  expect(decideDates(fileOf('undecided', 'dmy', 'mdy'))).toBeNull();
});
