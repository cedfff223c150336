import { expect, test } from 'vitest';
import { entryGroups, type NewEntry, packEntries } from './entry-groups.ts';

const created = (recordId: string, slots: string, at = 1): NewEntry => ({
  type: 'record.created',
  at,
  recordId,
  slots,
});
const updated = (recordId: string, slots: string): NewEntry => ({
  type: 'record.updated',
  at: 1,
  recordId,
  slots,
});

/** Returns the ids of each group. */
function grouped(entries: readonly NewEntry[]): string[] {
  return entryGroups(entries).map(({ type, at, entries: own }) => {
    return `${type} ${at}: ${own.map(({ recordId }) => recordId).join(' ')}`;
  });
}

test('entries of one type and time are one group', () => {
  expect(grouped([])).toEqual([]);
  expect(grouped([created('a', 't0'), created('b', 't0')])).toEqual(['record.created 1: a b']);
  expect(grouped([created('a', 't0'), updated('b', 't0'), created('c', ''), created('d', '', 2)])).toEqual([
    'record.created 1: a c',
    'record.updated 1: b',
    'record.created 2: d',
  ]);
});

test('a record that occurs again has its entries in order', () => {
  const entries = [
    created('a', ''),
    created('b', ''),
    updated('a', 't0'),
    created('c', ''),
    updated('b', 't0'),
  ];
  expect(grouped(entries)).toEqual(['record.created 1: a b', 'record.updated 1: a b', 'record.created 1: c']);
  expect(grouped([updated('a', 't0'), created('b', ''), updated('a', 'n0')])).toEqual([
    'record.updated 1: a',
    'record.created 1: b',
    'record.updated 1: a',
  ]);
});

test('slots are named once if they are those of all entries', () => {
  const packed = (...entries: NewEntry[]) => entryGroups(entries).map(packEntries);
  expect(packed(updated('a', 't0,n1'), updated('b"', 't0,n1'))).toEqual([
    { slots: 't0,n1', recordIds: '["a","b\\""]', imported: null },
  ]);
  expect(packed(updated('a', 't0'), updated('b', 'n1'))).toEqual([
    { slots: '["t0","n1"]', recordIds: '["a","b"]', imported: null },
  ]);
  expect(packed({ type: 'store.updated', at: 1 })).toEqual([{ slots: '', recordIds: null, imported: null }]);
});
