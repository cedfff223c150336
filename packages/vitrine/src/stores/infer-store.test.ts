import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
const { line } = shop;
afterAll(() => shop.close());

const file = line.write('shops.csv', 'Code;Umsatz;seit\n1;1,5;31.12.2025\n2;2,5;01.01.2026\n');

test(
  'prints the properties that a store for a file would have, and stores nothing',
  verifies('cli.operations', 'infer.response'),
  async () => {
    const { code, out, err } = await line.run('stores', 'infer', file);
    const rows = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(rows.map((row) => row.split(/ {2,}/).map((cell) => cell.trim()))).toEqual([
      ['COLUMN', 'PROPERTY', 'TYPE', 'CONFIDENCE', 'EMPTY', 'DISTINCT', 'SAMPLES'],
      ['Code', 'Code', 'number', '0.75', '0', 'yes', '1, 2'],
      ['Umsatz', 'Umsatz', 'number', '0.75', '0', 'yes', '1,5, 2,5'],
      ['seit', 'seit', 'datetime', '0.75', '0', 'yes', '31.12.2025, 01.01.2026'],
    ]);
    expect(err).toBe('note: CSV in UTF-8, 2 records examined\n');
    expect(await line.succeed('stores', 'list', '--json')).toBe('[]\n');
  },
);

test('prints the response of the HTTP interface as JSON', async () => {
  const inferred = JSON.parse(await line.succeed('stores', 'infer', file, '--json', '--decimal', 'comma'));
  expect(inferred).toMatchObject({
    format: 'csv',
    delimiter: ';',
    decimal: 'comma',
    rows: 2,
    complete: true,
  });
});

test('names what an import will need, and the flag that decides how the file is read', async () => {
  const undecided = line.write('undecided.csv', 'at\n03/04/2026\n');
  expect((await line.run('stores', 'infer', undecided)).err).toContain('Give --dates dmy or --dates mdy.');
  const unclear = line.write('unclear.csv', 'a,b;c\n1,2;3\n');
  const refused = await line.run('stores', 'infer', unclear);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/^error: --delimiter: /);
});

test('skips the columns after the last one of a spreadsheet, which have neither a name nor values', async () => {
  const wide = line.write('wide.csv', 'Code;Name;;\n1;a;;\n2;b;;\n');
  const out = await line.succeed('stores', 'infer', wide);
  expect(out.trimEnd().split('\n')).toHaveLength(3);
  const created = await line.run(
    'stores',
    'create-from',
    wide,
    '--name',
    'Wide',
    '--key',
    'Code',
    '--import',
  );
  expect(created.err).toContain('column 3 has neither a name nor values and is skipped.');
  expect(created).toMatchObject({ code: 0, out: expect.stringContaining('2 created') });
  const store = JSON.parse(await line.succeed('stores', 'show', 'Wide', '--json'));
  expect(store.properties.map(({ name }: { name: string }) => name)).toEqual(['Code', 'Name']);
});
