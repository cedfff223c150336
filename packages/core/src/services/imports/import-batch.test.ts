import { describe, expect, test } from 'vitest';
import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import type { FileRecord } from '../../imports/read-records.ts';
import type { Values } from '../../storage/imports/import-outcome.ts';
import type { ImportRow, PropertyRow, Slot, SlotValue, StoreRow } from '../../storage/index.ts';
import { planUpsert } from '../records/writes/plan-upsert.ts';
import { planBatch } from './import-batch.ts';
import type { ImportPlan } from './import-file.ts';

const property = (name: string, type: PropertyRow['type'], slot: Slot): PropertyRow => ({
  ...{ name, type, slot, required: false, unique: name === 'id', description: null },
});
const store = {
  properties: [
    property('id', 'string', 't0'),
    property('name', 'string', 't1'),
    property('n', 'number', 'n0'),
  ],
} as unknown as StoreRow;
const start = { position: { bytes: 0, line: 1 }, changes: '[]' } as unknown as ImportRow;
const planOf = (plan: Partial<ImportPlan>) => ({ mode: 'upsert', dryRun: true, ...plan }) as ImportPlan;

const LENGTH = 10;

/** Records of ten bytes each, planned by the schema of the store. */
function planned(bodies: readonly (Record<string, unknown> | string)[]) {
  return bodies.map((body, index) => {
    const end = (index + 1) * LENGTH;
    const record = {
      ...{ row: index + 1, line: index + 2, body, cells: null, text: null },
      next: { bytes: end, line: index + 2, row: index + 1 },
      problem: typeof body === 'string' ? body : null,
    } satisfies FileRecord;
    return { record, upsert: typeof body === 'string' ? null : planUpsert(store, body, () => 'random', 7) };
  });
}

const valuesOf = (name: SlotValue, n: SlotValue): Values =>
  new Map<Slot, SlotValue>([
    ['t1', name],
    ['n0', n],
  ]);

function decide(
  bodies: readonly (Record<string, unknown> | string)[],
  existing: ReadonlyMap<string, Values> | null,
  plan: Partial<ImportPlan> = {},
  creatable = Number.POSITIVE_INFINITY,
  drafts: ReadonlyMap<string, Values> = NONE,
) {
  const batch = planBatch(store, start, planOf(plan), {
    planned: planned(bodies),
    keys: new Set(),
    existing,
    drafts,
  });
  return { wanted: batch.wanted, ...batch.decide(creatable, 5) };
}

const NONE: ReadonlyMap<string, Values> = new Map();

describe('planBatch', () => {
  test('counts created, updated, unchanged and refused records, also those that repeat', () => {
    const existing = new Map([['a', valuesOf('old', 1)]]);
    const { counts, wanted, drafts, records } = decide(
      [
        { id: 'a', n: 2 },
        { id: 'a', n: 2 },
        { id: 'b', name: 'new' },
        { id: 'b', n: 5 },
        'broken',
        { id: 'c', n: 'x' },
      ],
      existing,
    );
    expect(counts).toEqual({ read: 6, created: 1, updated: 2, unchanged: 1, refused: 2 });
    expect(wanted).toBe(2);
    expect(records).toEqual([]);
    expect(drafts.map(({ id, values }) => [id, JSON.parse(values)])).toEqual([
      ['a', [['n0', 2]]],
      [
        'b',
        [
          ['t1', 'new'],
          ['n0', 5],
        ],
      ],
    ]);
  });

  test('shows the values that change, and neither the id nor equal ones', () => {
    const existing = new Map<string, Values>([['a', new Map([...valuesOf('x', 1), ['t0', 'a']])]]);
    const { changes } = decide([{ id: 'a', name: 'x', n: 2 }], existing);
    expect(JSON.parse(changes)).toEqual([{ row: 1, id: 'a', changes: { n: { from: 1, to: 2 } } }]);
    // A value that was never set is unset.
    const bare = decide(
      [{ id: 'a', name: 'y', n: null }],
      new Map([['a', new Map<Slot, SlotValue>([['t0', 'b']])]]),
    );
    expect(JSON.parse(bare.changes)).toEqual([
      { row: 1, id: 'a', changes: { name: { from: null, to: 'y' } } },
    ]);
  });

  test('keeps the first hundred changes of a dry run', () => {
    const bodies = Array.from({ length: 102 }, (_, i) => ({ id: `${i}`, n: 2 }));
    const existing = new Map(bodies.map(({ id }) => [id, valuesOf('x', 1)]));
    const { changes, counts } = decide(bodies, existing);
    expect(counts.updated).toBe(102);
    expect(JSON.parse(changes)).toHaveLength(100);
  });

  test('adds to what the file gave for a record in earlier batches of a dry run', () => {
    const earlier = new Map([['a', new Map<Slot, SlotValue>([['t1', 'earlier']])]]);
    const { drafts } = decide([{ id: 'a', n: 2 }], new Map([['a', valuesOf('earlier', 1)]]), {}, 1, earlier);
    expect(drafts.map(({ values }) => JSON.parse(values))).toEqual([
      [
        ['t1', 'earlier'],
        ['n0', 2],
      ],
    ]);
  });

  test('has the issues of each refused record, and nothing else', () => {
    const { refused } = decide(['broken', 'broken', 'empty'], NONE);
    expect(refused.map(({ errors }) => JSON.parse(errors))).toEqual([
      { '': ['broken'] },
      { '': ['broken'] },
      { '': ['empty'] },
    ]);
  });

  test('refuses existing records in insertOnly, and new ones beyond the quota, at their places', () => {
    const existing = new Map([['a', valuesOf('x', 1)]]);
    const only = decide([{ id: 'a', n: 2 }, { id: 'b' }], existing, { mode: 'insertOnly' });
    expect(only.mode).toBe('insert');
    expect(only.refused).toMatchObject([{ row: 1, line: 2, bytes: 0, length: LENGTH }]);
    expect(only.refused[0]?.errors).toContain('record_exists');
    const full = decide([{ id: 'b' }, { id: 'c' }, { id: 'a', n: 3 }], existing, {}, 1);
    expect(full.counts).toMatchObject({ created: 1, updated: 1, refused: 1 });
    expect(full.refused).toMatchObject([{ row: 2, bytes: LENGTH, length: LENGTH }]);
    expect(full.refused[0]?.errors).toContain('quota');
    expect(full.to).toEqual({ bytes: 3 * LENGTH, line: 4 });
  });

  test('refuses a record that would be too large after the merge', () => {
    const long = 'x'.repeat(200_000);
    const existing = new Map([['a', new Map<Slot, SlotValue>([['t0', long]])]]);
    const { counts } = decide([{ id: 'a', name: 'y'.repeat(65_000) }], existing);
    expect(counts).toMatchObject({ updated: 0, refused: 1 });
  });

  test('updates a record that is as large as a record may be after the merge', () => {
    const rest = 'x'.repeat(MAX_RECORD_BYTES - 65_000);
    const existing = new Map([['a', new Map<Slot, SlotValue>([['t0', rest]])]]);
    const largest = decide([{ id: 'a', name: 'y'.repeat(65_000) }], existing);
    expect(largest.counts).toMatchObject({ updated: 1, refused: 0 });
    const larger = decide([{ id: 'a', name: 'y'.repeat(65_001) }], existing);
    expect(larger.counts).toMatchObject({ updated: 0, refused: 1 });
  });

  test('leaves the comparison to the storage where existing records were not read', () => {
    const { records, counts, refused } = decide([{ id: 'a', n: 1 }, 'broken', { id: 'b', n: 2 }], null, {
      dryRun: false,
    });
    expect(records.map(({ id, place }) => [id, place.row, place.bytes])).toEqual([
      ['a', 1, 0],
      ['b', 3, 2 * LENGTH],
    ]);
    expect(counts).toEqual({ read: 3, created: 0, updated: 0, unchanged: 0, refused: 1 });
    expect(refused).toHaveLength(1);
  });

  test('returns the position at which it began for an empty part', () => {
    expect(decide([], NONE)).toMatchObject({ to: { bytes: 0, line: 1 }, wanted: 0, drafts: [] });
  });
});
