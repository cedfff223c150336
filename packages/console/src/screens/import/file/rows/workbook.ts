import { toCsv } from './csv-file.ts';
import { keepCells, numberText, shownFormats } from './sheet-cells.ts';

/** A sheet of an Excel file that has rows. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** Bytes that the parts of a file may have when they are unpacked. */
const UNPACKED_MAX = 300_000_000;
const SHEET = /worksheets\/[^/]+\.xml$/;
const decoder = new TextDecoder();

export function isWorkbook({ name }: Pick<File, 'name'>): boolean {
  return /\.xls[xm]$/i.test(name);
}

/**
 * Reads the sheets of an Excel file, with the code for that, which is loaded only then.
 * @throws Error for a file that is none, has no rows, or is too large.
 */
export async function readWorkbook(file: Blob): Promise<readonly Sheet[]> {
  const { readSheets, unzipSync, zipSync } = await import('./excel-reader.ts');
  let size = 0;
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/i.test(name)) return false;
      size += originalSize;
      if (size > UNPACKED_MAX) throw new Error('The file is too large.');
      return true;
    },
  });
  const formats = shownFormats(decoder.decode(parts['xl/styles.xml']));
  for (const [name, part] of Object.entries(parts)) {
    if (!SHEET.test(name)) continue;
    const xml = decoder.decode(part);
    const kept = keepCells(xml, formats);
    if (kept !== xml) parts[name] = new TextEncoder().encode(kept);
  }
  // The reader unpacks large parts in workers made of text, which the policy of the page forbids. These are not packed.
  const unpacked = zipSync(parts, { level: 0 });
  const options = { trim: false, parseNumber: numberText };
  const sheets = await readSheets(unpacked.buffer as ArrayBuffer, options);
  const found = sheets.flatMap(({ sheet, data }) => {
    const rows = withoutBlank(data.map((row) => row.map(textOf)));
    return rows.length === 0 ? [] : [{ name: sheet, rows }];
  });
  if (found.length === 0) throw new Error('The file has no rows.');
  return found;
}

/** Returns a sheet as a CSV file with the name of the workbook. */
export function sheetFile(
  { name, lastModified }: Pick<File, 'name' | 'lastModified'>,
  { rows }: Sheet,
): File {
  return new File([toCsv(rows)], name.replace(/\.[^.]*$/, '.csv'), { type: 'text/csv', lastModified });
}

/** Returns a cell as the server reads it. A date has no zone, so that it is written as it is seen. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const [day = '', time = ''] = cell.toISOString().split('T');
  return time === '00:00:00.000Z' ? day : `${day} ${time.replace(/\.000Z$/, '').replace(/Z$/, '')}`;
}

/** Removes empty rows at the end, which spreadsheets have by the thousand. */
function withoutBlank(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const last = rows.findLastIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  return rows.slice(0, last + 1);
}
