import { setImmediate as nextTurn } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../json-object.ts';
import { CellPace } from './cell-pace.ts';
import { ColumnProfile } from './column-profile.ts';
import { type CsvRow, FILE_START, readCsv } from './csv-rows.ts';
import { detectDelimiter } from './delimiter.ts';
import { describeColumns } from './describe-columns.ts';
import type { DetectedFile, FileFormat, FileOptions } from './detected-file.ts';
import { FileProblem } from './file-problem.ts';
import { hasHeader } from './header-row.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './json-elements.ts';

/** Records that detection examines. */
const SAMPLE_ROWS = 1_000;

/** No CSV header starts like this, because a quote inside an unquoted cell is not valid. */
const JSON_START = /^\s*(\[\s*(?:[[{\]]|$)|\{\s*(?:"|\}|$))/;

/** Returns the format by the first characters. */
function detectFormat(sample: Uint8Array): FileFormat {
  const [, start] = JSON_START.exec(Buffer.from(sample.subarray(0, 4_096)).toString()) ?? [];
  if (start === undefined) return 'csv';
  return start.startsWith('[') ? 'json' : 'ndjson';
}

/**
 * Examines the beginning of a file.
 *
 * @param sample UTF-8 text; only the rows that are complete in it count.
 * @param known names of properties, which make the first row a header.
 * @throws FileProblem if the file is not of its format, or names the parameter that decides what can't be detected.
 */
export async function detectFile(
  sample: Uint8Array,
  isWhole: boolean,
  options: FileOptions = {},
  known: ReadonlySet<string> = new Set(),
): Promise<DetectedFile> {
  const format = options.format ?? detectFormat(sample);
  if (format !== 'csv') return detectJson(sample, isWhole, format, options);
  if (options.format === 'csv' && detectFormat(sample) !== 'csv') {
    throw new FileProblem('The file is JSON, not CSV.');
  }
  const delimiter = options.delimiter ?? detectDelimiter(sample, isWhole);
  const { rows, isAll } = await readSample(
    (chunks) => readCsv(chunks, delimiter ?? ',', FILE_START),
    sample,
    isWhole,
    SAMPLE_ROWS + 1,
  );
  if (rows.length === 0) throw new FileProblem('The file has no header with the names of its columns.');
  const first = rows[0]?.cells ?? [];
  if (first.length > COLUMNS_MAX) throw new FileProblem(`The file has more than ${COLUMNS_MAX} columns.`);
  const pace = new CellPace();
  const header = options.header ?? (await hasHeader(rows, known, pace));
  const names = header ? first.map((cell) => cell ?? '') : first.map(() => '');
  const records = rows.slice(header ? 1 : 0, SAMPLE_ROWS + (header ? 1 : 0));
  const profiles = names.map(() => new ColumnProfile(true));
  let before = 0;
  for (const { cells, end } of records) {
    for (const [at, profile] of profiles.entries()) profile.add(cells[at] ?? null);
    await pace.add(profiles.length, end - before);
    before = end;
  }
  const { columns, decimal } = describeColumns(names, profiles, options, delimiter);
  return {
    format,
    delimiter,
    header,
    decimal,
    columns: header ? columns : columns.map((column) => ({ ...column, column: column.name })),
    rows: records.length,
    isWhole: isAll && records.length + (header ? 1 : 0) === rows.length,
  };
}

async function detectJson(
  sample: Uint8Array,
  isWhole: boolean,
  format: 'json' | 'ndjson',
  options: FileOptions,
): Promise<DetectedFile> {
  const read = format === 'json' ? readJsonArray : readJsonLines;
  const { rows, isAll } = await readSample((chunks) => read(chunks), sample, isWhole, SAMPLE_ROWS);
  const profiles = new Map<string, ColumnProfile>();
  const records = rows.flatMap(({ value, text }) => (isJsonObject(value) ? [{ record: value, text }] : []));
  for (const { record } of records) {
    for (const name of Object.keys(record)) {
      if (profiles.has(name)) continue;
      if (profiles.size === COLUMNS_MAX)
        throw new FileProblem(`The records have more than ${COLUMNS_MAX} members.`);
      profiles.set(name, new ColumnProfile(true));
    }
  }
  const pace = new CellPace();
  for (const { record, text } of records) {
    for (const [name, profile] of profiles) profile.add(memberOf(record, name));
    await pace.add(profiles.size, text.length);
  }
  const { columns, decimal } = describeColumns([...profiles.keys()], [...profiles.values()], options, null);
  return { format, delimiter: null, header: true, decimal, columns, rows: rows.length, isWhole: isAll };
}

/**
 * More than a store has properties, because a mapping may skip some. The time to find legal names is quadratic in the
 * number of columns with equal names.
 */
const COLUMNS_MAX = 1_000;

function memberOf(record: JsonObject, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : null;
}

/** Returns the first rows. An incomplete sample ends anywhere, so its last row and the error that it causes are ignored. */
async function readSample<Row extends CsvRow | JsonElement>(
  read: (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Row[], void>,
  sample: Uint8Array,
  isWhole: boolean,
  max: number,
): Promise<{ rows: Row[]; isAll: boolean }> {
  const rows: Row[] = [];
  const error = new FileProblem('The sample ends here.');
  async function* chunks() {
    for (let at = 0; at < sample.length; at += PIECE) {
      yield sample.subarray(at, at + PIECE);
      await nextTurn();
    }
    if (!isWhole) throw error;
  }
  try {
    for await (const found of read(chunks())) {
      for (const row of found) {
        if (rows.length === max) return { rows, isAll: false };
        rows.push(row);
      }
    }
    return { rows, isAll: true };
  } catch (thrown) {
    // A syntax error after some rows is found again when the file is read.
    if (thrown !== error && (!(thrown instanceof FileProblem) || rows.length === 0)) throw thrown;
    return { rows, isAll: false };
  }
}

/** Bytes of a sample that are parsed in one turn of the event loop. */
const PIECE = 16 * 1024;
