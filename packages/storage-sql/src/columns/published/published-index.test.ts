import { expect, onTestFinished, test } from 'vitest';
import { textHash } from '../kernels/text-hash.ts';
import { ColumnMemory } from '../memory/column-memory.ts';
import { ColumnRows } from '../rows/column-rows.ts';
import { IndexReader, publishIndexes } from './published-index.ts';

const ALWAYS = () => undefined;
const PLACE = { position: 7, log: 'changes' };
const hashOf = (text: string) => textHash(Buffer.from(text));

function arrange(texts: readonly string[], pages = 64) {
  const memory = new ColumnMemory(pages * 65_536);
  const rows = new ColumnRows(memory, 4_096);
  onTestFinished(() => rows.free());
  rows.reserve(texts.length);
  for (let seq = 1; seq <= texts.length; seq++) rows.append(seq);
  rows.addColumn('t0', true);
  const column = rows.columns.get('t0');
  if (column?.kind !== 'arena') throw new Error('the column is not wide');
  for (const [row, text] of texts.entries()) column.set(row, text);
  return { memory, rows, column };
}

/** Publishes the index with all rows. */
function publish({ rows, column }: Pick<ReturnType<typeof arrange>, 'rows' | 'column'>): IndexReader {
  column.rowsWith('', rows.count, ALWAYS);
  const published = publishIndexes(rows, PLACE, null);
  if (published === null) throw new Error('nothing is published');
  return new IndexReader(published);
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `name ${i % 20_000}`);

test('records are found by their texts, in any page', () => {
  const reader = publish(arrange(names(40_000), 256));
  for (const row of [0, 8_191, 8_192, 19_999]) {
    const found = reader.find('t0', [hashOf(`name ${row}`)], 64);
    expect([...(found ?? [])]).toEqual(expect.arrayContaining([row + 1, row + 20_001]));
    expect(found?.size).toBeLessThan(12);
  }
  const both = reader.find('t0', ['name 3', 'name 5'].map(hashOf), 64);
  expect([...(both ?? [])]).toEqual(expect.arrayContaining([4, 20_004, 6, 20_006]));
  expect(reader.find('t1', [1], 64)).toBeNull();
});

test('too many candidates are not listed', () => {
  const reader = publish(arrange(Array.from({ length: 50 }, () => 'same')));
  expect(reader.find('t0', [hashOf('same')], 49)).toBeNull();
  expect(reader.find('t0', [hashOf('same')], 50)?.size).toBe(50);
});

test('a record that changes after the publication is found by its former text, and later by the new one', () => {
  const stored = arrange(names(1_000));
  const before = publish(stored);
  stored.column.set(4, 'another');
  expect(before.find('t0', [hashOf('name 4')], 64)).toContain(5);
  expect(publish(stored).find('t0', [hashOf('another')], 64)).toContain(5);
});

test('nothing is published before all rows are in the index', () => {
  const stored = arrange(names(1_000));
  publish(stored);
  stored.rows.reserve(1);
  stored.rows.append(1_001);
  expect(publishIndexes(stored.rows, PLACE, null)).toBeNull();
});

test('nothing is found in an index that was built again, in rows that were removed or while it is changed', () => {
  const stored = arrange(names(2_000));
  const worn = publish(stored);
  for (let i = 0; i < 1_200; i++) stored.column.set(i, `other ${i}`);
  const rebuilt = publish(stored);
  expect(worn.find('t0', [hashOf('other 3')], 64)).toBeNull();
  expect(rebuilt.find('t0', [hashOf('other 3')], 64)).toContain(4);
  stored.memory.gate.change(() => expect(rebuilt.find('t0', [hashOf('other 3')], 64)).toBeNull());
  stored.rows.truncate(1_999);
  expect(rebuilt.find('t0', [hashOf('other 3')], 64)).toBeNull();
});

test('an index without room for a change is built again', () => {
  const stored = arrange(names(100), 6);
  const reader = publish(stored);
  while (stored.memory.take() !== null);
  stored.column.set(1, 'other');
  expect(reader.find('t0', [hashOf('name 1')], 64)).toBeNull();
});
