import { expect, test, vi } from 'vitest';
import { textCell as text, workbook } from '../../../../../../../test/console/sample-workbook.ts';
import { isWorkbook, readWorkbook, sheetFile } from './workbook.ts';

const HEADER = `<row r="1">${text('A1', 'sku')}${text('B1', 'price')}${text('C1', 'added')}${text('D1', 'open')}</row>`;
const ROW = `<row r="2">${text('A2', '007')}<c r="B2"><v>12.10</v></c><c r="C2" s="1"><v>46054.5</v></c><c r="D2" t="b"><v>1</v></c></row>`;

test('a workbook becomes text as it is written: leading zeros, digits, dates', async () => {
  const [sheet] = await readWorkbook(
    workbook(`${HEADER}${ROW}<row r="3"><c r="C3" s="1"><v>46054</v></c></row>`),
  );
  expect(sheet).toEqual({
    name: 'Sheet 1',
    rows: [
      ['sku', 'price', 'added', 'open'],
      ['007', '12.10', '2026-02-01 12:00:00', 'true'],
      ['', '', '2026-02-01', ''],
    ],
  });
  const file = sheetFile({ name: 'Prices.xlsx', lastModified: 0 }, sheet ?? { name: '', rows: [] });
  expect([file.name, await file.text()]).toEqual([
    'Prices.csv',
    '"sku","price","added","open"\r\n"007","12.10","2026-02-01 12:00:00","true"\r\n,,"2026-02-01",\r\n',
  ]);
});

test('cells that Excel shows otherwise than it keeps them become what it shows', async () => {
  const header = ['A', 'B', 'C', 'D', 'E'].map((column) => text(`${column}1`, column)).join('');
  const cells =
    '<c r="A2"><v>1.1000000000000001</v></c><c r="B2"><v>1E-3</v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>' +
    '<c r="D2"><f>A2&amp;B2</f></c><c r="E2" s="2"><v>2134</v></c>';
  const second = '<c r="D3" t="str"><f>A2</f><v>x</v></c><c r="E3" s="3"><v>12345678</v></c>';
  const [sheet] = await readWorkbook(
    workbook(`<row r="1">${header}</row><row r="2">${cells}</row><row r="3">${second}</row>`),
  );
  expect(sheet?.rows.slice(1)).toEqual([
    ['1.1', '0.001', '#DIV/0!', '=A2&B2', '02134'],
    ['', '', '', 'x', '012-34-5678'],
  ]);
});

test('times without a date, and hours beyond a day, become what Excel shows', async () => {
  const header = ['A', 'B', 'C', 'D'].map((column) => text(`${column}1`, column)).join('');
  const cells =
    '<c r="A2" s="4"><v>0.41666666666666669</v></c><c r="B2" s="5"><v>0.52087962962962964</v></c>' +
    '<c r="C2" s="6"><v>1.5</v></c><c r="D2" s="4"><v>46054.25</v></c>';
  const [sheet] = await readWorkbook(workbook(`<row r="1">${header}</row><row r="2">${cells}</row>`));
  expect(sheet?.rows[1]).toEqual(['10:00', '12:30:04', '36:00', '2026-02-01 06:00:00']);
});

test('sheets without rows are left out', async () => {
  const sheets = await readWorkbook(workbook('', `<row r="1">${text('A1', 'a')}</row>`));
  expect(sheets.map(({ name }) => name)).toEqual(['Sheet 2']);
  await expect(readWorkbook(workbook(''))).rejects.toThrow('no rows');
});

test('a large sheet needs no worker, which the policy of the page forbids', async () => {
  const Worker = vi.fn();
  vi.stubGlobal('Worker', Worker);
  const rows = Array.from(
    { length: 8_000 },
    (_, n) => `<row r="${n + 1}">${text(`A${n + 1}`, `x${n}`.repeat(10))}</row>`,
  );
  const [sheet] = await readWorkbook(workbook(rows.join('')));
  expect(sheet?.rows).toHaveLength(8_000);
  expect(Worker).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('only the names of Excel files are those of workbooks', () => {
  const names = ['a.xlsx', 'A.XLSM', 'a.xls', 'a.csv', 'xlsx'];
  expect(names.map((name) => isWorkbook({ name }))).toEqual([true, true, false, false, false]);
});

test('what is no Excel file is refused', async () => {
  await expect(readWorkbook(new Blob(['PK\u0003\u0004']))).rejects.toThrow();
});
