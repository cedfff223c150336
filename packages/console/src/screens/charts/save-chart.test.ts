import { expect, test } from 'vitest';
import { columnsOf } from '../../records/value-types.ts';
import type { ChartView } from './model/chart-address.ts';
import { chartCsv } from './save-chart.ts';

test('CSV has the exact numbers, quotes what must be quoted, and no formula', () => {
  const [column] = columnsOf([
    { name: '=kind', type: 'string', required: false, unique: false, description: null },
  ]);
  if (column === undefined) throw new Error('no column');
  const view: ChartView = { kind: 'bar', op: 'sum', of: 'price', by: [], order: 'value', top: 20 };
  const groups = [
    { key: ['a "b", c'], value: 0.1 + 0.2, count: 2 },
    { key: ['-1+1'], value: null, count: 1 },
    { key: [''], value: 1e-7, count: 1 },
    { key: [null], value: -5, count: 1 },
  ];
  const fields = [{ column, bucketing: { kind: 'each' } }] as const;
  expect(chartCsv(view, { fields, groups, isTruncated: false, format: undefined }).split('\r\n')).toEqual([
    "'=kind,Sum of price,Records",
    '"a ""b"", c",0.30000000000000004,2',
    "'-1+1,,1",
    '"",1e-7,1',
    ',-5,1',
    '',
  ]);
});
