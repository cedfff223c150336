import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { type FileRecord, readRecords } from './read-records.ts';
import type { PlannedColumn, RecordPlan } from './record-plan.ts';

const TYPES = ['string', 'number', 'boolean', 'datetime', 'url_link'] as const;
const columns = TYPES.map(
  (type, index): PlannedColumn => ({
    ...{ index, column: type, property: `p_${type}`, type, decimal: 'plain', dates: 'dmy' },
  }),
);

function planOf(format: RecordPlan['format']): RecordPlan {
  const names = [...TYPES];
  const shared = {
    delimiter: ',',
    header: true,
    quotes: null,
    skipped: ['date_created'],
    formulas: 'guarded',
    emptyAsNull: false,
  };
  return { ...shared, format, names, columns } as RecordPlan;
}

async function read(
  format: RecordPlan['format'],
  text: string,
  change: Partial<RecordPlan> = {},
): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  async function* file() {
    yield Buffer.from(text);
  }
  for await (const list of readRecords(file(), { ...planOf(format), ...change })) records.push(...list);
  return records;
}

const HEADER = TYPES.join(',');

describe('readRecords, for CSV', () => {
  test('a blank cell is a value of a string only', verifies('import.values'), async () => {
    const [record] = await read('csv', `${HEADER}\n" ", , ,\t, \n`);
    const unset = { p_number: null, p_boolean: null, p_datetime: null, p_url_link: null };
    expect(record?.body).toEqual({ p_string: ' ', ...unset });
  });

  test(
    'cells may be left out at the end of a row, or be empty beyond it',
    verifies('import.rows'),
    async () => {
      const records = await read('csv', `${HEADER}\na,1\nb,2,,,,,\nc,3,,,, ,x\n`);
      expect(records.map(({ problem }) => problem)).toEqual([
        null,
        null,
        'Expected 5 cells as in the header, not 7.',
      ]);
      expect(records[0]?.body).toMatchObject({ p_string: 'a', p_number: 1, p_url_link: null });
    },
  );

  test('rows of delimiters only are no records', verifies('import.rows'), async () => {
    const records = await read('csv', `,,\n${HEADER}\n,,,,\na\n\n,\n"",\n`);
    expect(records.map(({ row, line, cells }) => [row, line, cells?.[0]])).toEqual([
      [1, 4, 'a'],
      [2, 7, ''],
    ]);
  });
});

test('skips as many lines of CSV as the plan says, and then the header', async () => {
  const records = await read('csv', `Report\nof May\n${HEADER}\na,1\n`, { skipLines: 2 });
  expect(records.map(({ row, line, cells }) => [row, line, cells?.[0]])).toEqual([[1, 4, 'a']]);
});

describe.each(['json', 'ndjson'] as const)('readRecords, for %s', (format) => {
  const bodyOf = async (member: string) => {
    const element = `{"string":${member},"number":${member},"boolean":${member},"datetime":${member},"url_link":${member}}`;
    const [record] = await read(format, format === 'json' ? `[${element}]` : element);
    return TYPES.map((type) => Object(record?.body)[`p_${type}`] as unknown);
  };

  test.each([
    ['"1,234.50"', ['1,234.50', 1234.5, '1,234.50', '1,234.50', '1,234.50']],
    ['"yes"', ['yes', 'yes', true, 'yes', 'yes']],
    ['"3.4.2026"', ['3.4.2026', '3.4.2026', '3.4.2026', '2026-04-03', '3.4.2026']],
    ['" https://a.example/ "', expect.arrayContaining(['https://a.example/'])],
    ['" "', [' ', null, null, null, null]],
    ['null', [null, null, null, null, null]],
    ['1.0', ['1.0', 1, true, '1.0', '1.0']],
    ['9007199254740993', expect.arrayContaining(['9007199254740993'])],
    ['true', ['true', 'true', true, 'true', 'true']],
    ['[1.50]', ['[1.50]', [1.5], [1.5], [1.5], [1.5]]],
  ])('reads %s as the same text of CSV', verifies('import.values'), async (member, values) => {
    const body = await bodyOf(member);
    // A number that is no value of the type is refused by its own text.
    expect(body.map((value) => (value === '1' ? '1.0' : value))).toEqual(values);
  });

  test('leaves elements that are no objects to the store, which refuses them', async () => {
    const elements = ['1', 'null', '[{"string":"a"}]', '"a"'];
    const records = await read(format, format === 'json' ? `[${elements}]` : elements.join('\n'));
    expect(records.map(({ body }) => body)).toEqual([1, null, [{ string: 'a' }], 'a']);
  });

  test('skips ids and columns without a property, and leaves unknown members to the store', async () => {
    const element = '{"id":"x","date_created":"2026-01-01","string":"a","other":1,"__proto__":2}';
    const [record] = await read(format, format === 'json' ? `[${element}]` : element);
    expect(Object.entries(record?.body as object)).toEqual([
      ['p_string', 'a'],
      ['other', 1],
      ['__proto__', 2],
    ]);
  });
});
