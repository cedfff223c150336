import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecords } from '../../imports/read-records.ts';
import type { PlannedColumn, RecordPlan } from '../../imports/record-plan.ts';
import type { PropertyRow, StoreRow } from '../../storage/index.ts';
import { planUpsert } from '../records/writes/plan-upsert.ts';
import { rowReader } from './row-reader.ts';

const TYPES = ['string', 'number', 'boolean', 'datetime', 'url_link', 'url_image'] as const;
const uuid = (now: number) => `made at ${now}`;

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '-0',
    '1.5',
    '1,5',
    '1.234,5',
    '1e400',
    '9007199254740993',
    'x',
    '.',
    '..',
    'yes',
    ' N ',
  ),
  fc.constantFrom('2026-01-02', ' 2026-01-02T03:04:05Z', '3.4.2026', '03/04/2026 1:30 PM', '2026-02-30'),
  fc.constantFrom(
    "'=1+1",
    "'x",
    'https://a.example/b.png',
    'http://',
    'ftp://a',
    'a b',
    'Öl',
    'ΑΣ',
    '\ud800',
    '\0',
  ),
  fc.constantFrom('k'.repeat(513), 'é'.repeat(300), 'x'.repeat(100_000)),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

interface Sample {
  readonly store: StoreRow;
  readonly plan: RecordPlan;
}

const sample: fc.Arbitrary<Sample> = fc
  .record({
    properties: fc.array(
      fc.record({
        type: fc.constantFrom(...TYPES),
        role: fc.constantFrom('plain', 'plain', 'required', 'unique'),
        isInFile: fc.boolean().map((isMissing) => !isMissing),
        decimal: fc.constantFrom('point', 'comma'),
        dates: fc.constantFrom(null, 'dmy', 'mdy'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    formulas: fc.constantFrom('guarded', 'raw'),
    emptyAsNull: fc.boolean(),
  })
  .map(({ properties, formulas, emptyAsNull }) => {
    const rows = properties.map(
      ({ type, role }, i): PropertyRow => ({
        // Names of digits are first among the members of an object.
        name: i % 2 === 0 ? `p${i}` : String(9 - i),
        type,
        required: role !== 'plain',
        unique: role === 'unique',
        description: null,
        slot: `${type === 'string' || type.startsWith('url') ? 't' : 'n'}${i}`,
      }),
    );
    const columns = properties.flatMap(({ isInFile, decimal, dates }, index): PlannedColumn[] => {
      const row = rows[index];
      if (row === undefined || !isInFile) return [];
      return [{ index, column: row.name, property: row.name, type: row.type, decimal, dates }];
    });
    const names = rows.map(({ name }) => name);
    const plan: RecordPlan = {
      ...{ format: 'csv', delimiter: ',', header: false, names, columns, skipped: [] },
      ...{ quotes: null, formulas, emptyAsNull },
    };
    return { store: { properties: rows } as unknown as StoreRow, plan };
  });

/** Returns the cells of a row as it is read from a file, and the body that it has as a record. */
async function throughFile(given: readonly (string | null)[], plan: RecordPlan) {
  const text = given.map((each) => (each === null ? '' : `"${each.replaceAll('"', '""')}"`)).join(',');
  async function* file(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${text}\n`);
  }
  for await (const [record] of readRecords(file(), plan)) if (record !== undefined) return record;
  return null;
}

test('reads a row as planUpsert does, or leaves it to planUpsert', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      sample,
      fc.array(fc.option(cell), { minLength: 5, maxLength: 5 }),
      async (given, cells) => {
        const { store, plan } = given;
        const record = await throughFile(cells.slice(0, plan.names.length), plan);
        if (record === null || record.cells === null) return;
        const row = rowReader(store, plan, uuid)(record.cells, 7);
        const planned = planUpsert(store, record.body, uuid, 7);
        if (row === null) return;
        read++;
        expect(pairsOf(row)).toEqual(pairsOf(planned));
      },
    ),
    { numRuns: 1_000 },
  );
  expect(read).toBeGreaterThan(50);
});

test('reads a valid row itself', async () => {
  const texts = ['Öl', '1,5', 'yes', '3.4.2026', 'https://a.example/', 'https://a.example/b.png'];
  const properties = TYPES.map((type, i): PropertyRow => {
    const slot = `${type === 'string' || type.startsWith('url') ? 't' : 'n'}${i}` as const;
    return { name: type, type, required: true, unique: i === 0, description: null, slot };
  });
  const names = [...TYPES];
  const columns = TYPES.map((type, index): PlannedColumn => {
    return { index, column: type, property: type, type, decimal: 'comma', dates: 'dmy' };
  });
  const plan: RecordPlan = {
    ...{ format: 'csv', delimiter: ',', header: false, names, columns, skipped: [] },
    ...{ quotes: null, formulas: 'guarded', emptyAsNull: false },
  };
  const store = { properties } as unknown as StoreRow;
  expect(rowReader(store, plan, uuid)(texts, 7)).toMatchObject({
    key: 'Öl',
    record: {
      id: 'Öl',
      complete: true,
      values: [1.5, 1, Date.UTC(2026, 3, 3), 'https://a.example/', 'https://a.example/b.png'],
    },
  });
});

/** Compares the slots without their order. */
function pairsOf({ record, ...rest }: ReturnType<typeof planUpsert>) {
  const values = record?.slots.map((slot, i) => [slot, record.values[i]] as const) ?? [];
  return {
    ...rest,
    complete: record?.complete,
    written: record?.id,
    values: values.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}
