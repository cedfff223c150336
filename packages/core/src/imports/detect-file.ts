import { setImmediate as nextTurn } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../json-object.ts';
import { CellPace } from './cell-pace.ts';
import { ColumnProfile } from './column-profile.ts';
import { type CsvRow, FILE_START, readCsv, whyRefused } from './csv-rows.ts';
import { detectDelimiter } from './delimiter.ts';
import { describeColumns } from './describe-columns.ts';
import { type DetectedFile, type FileFormat, type FileOptions, isUnused } from './detected-file.ts';
import { FileProblem } from './file-problem.ts';
import { findHeader } from './header-row.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './json-elements.ts';
import { readMemberTexts } from './member-texts.ts';
import { readSeparatorLine, SEPARATOR_LINE_MAX } from './separator-line.ts';

/** Records that detection examines. */
const SAMPLE_ROWS = 1_000;

/** The first value of an array that is no object or array, and what follows it. A header may be `[a],[b]`. */
const SCALAR = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)\s*(?:,\s*["\d[{tfn-]|\]\s*$)`;
const JSON_START = new RegExp(String.raw`^\s*(\[\s*(?:[[{\]]|$|${SCALAR})|\{\s*(?:"|\}|$))`);
const HTML_START = /^\s*<(?:!doctype|!--|\?xml|html|head|body|table|meta)\b/i;

/** Returns the format by the first characters. @throws FileProblem for HTML. */
function detectFormat(sample: Uint8Array): FileFormat {
  const text = Buffer.from(sample.subarray(0, 4_096)).toString();
  if (HTML_START.test(text))
    throw new FileProblem('The file is HTML or XML. Save the table as CSV in UTF-8.');
  const [, start] = JSON_START.exec(text) ?? [];
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
  const detected = detectFormat(sample);
  const format = options.format ?? detected;
  if (format !== 'csv') return detectJson(sample, isWhole, format, options);
  if (detected !== 'csv') throw new FileProblem('The file is JSON, not CSV.');
  const named = readSeparatorLine(Buffer.from(sample.subarray(0, SEPARATOR_LINE_MAX)).toString());
  const delimiter = options.delimiter ?? named?.delimiter ?? detectDelimiter(sample, isWhole);
  const { rows, isAll } = await readSample(
    (chunks) => readCsv(chunks, delimiter ?? ',', FILE_START),
    sample,
    isWhole,
    SAMPLE_ROWS + 1,
  );
  const [first] = rows;
  if (first === undefined) throw noHeader();
  if (first.problem !== null) throw new FileProblem(first.problem, { line: first.line });
  if (first.cells.length > COLUMNS_MAX)
    throw new FileProblem(`The file has more than ${COLUMNS_MAX} columns.`);
  const pace = new CellPace();
  const { header, isDoubtful } =
    options.header === undefined
      ? await findHeader(rows, known, pace)
      : { header: options.header, isDoubtful: false };
  const names = header ? first.cells.map((cell) => cell ?? '') : first.cells.map(() => '');
  const records = rows.slice(header ? 1 : 0, SAMPLE_ROWS + (header ? 1 : 0));
  const profiles = names.map(() => new ColumnProfile());
  let before = 0;
  for (const { cells, end } of records) {
    for (const [at, profile] of profiles.entries()) profile.add(cells[at] ?? null);
    await pace.add(profiles.length, end - before);
    before = end;
  }
  const { columns, decimal, warnings } = await describeColumns(names, profiles, options, delimiter, pace);
  if (header && columns.every(isUnused)) throw noHeader();
  return {
    format,
    delimiter,
    header,
    decimal,
    columns: header ? columns : columns.map((column) => ({ ...column, column: column.name })),
    rows: records.length,
    isWhole: isAll && records.length + (header ? 1 : 0) === rows.length,
    warnings: [...(isDoubtful ? [DOUBTFUL_HEADER] : []), ...warnings, ...warnOfRows(rows, names.length)],
  };
}

function noHeader(): FileProblem {
  return new FileProblem('The file has no header with the names of its columns.');
}

const DOUBTFUL_HEADER =
  'The first row is read as the header, though its numbers may be those of a record. Give header=false if it is one.';

/** Warns of rows whose quotes other programs may read in another way, and of those that an import refuses. */
function warnOfRows(rows: readonly CsvRow[], columns: number): string[] {
  const bare = rows.find(({ hasBareQuote }) => hasBareQuote);
  const refused = rows.filter((row) => whyRefused(row, columns) !== null);
  const [first] = refused;
  return [
    ...(bare === undefined
      ? []
      : [`Line ${bare.line}: a quote inside a cell that does not begin with one is read as text.`]),
    ...(first === undefined
      ? []
      : [
          `Line ${first.line} is refused by an import: ${whyRefused(first, columns)} Such rows: ${refused.length}.`,
        ]),
  ];
}

async function detectJson(
  sample: Uint8Array,
  isWhole: boolean,
  format: 'json' | 'ndjson',
  options: FileOptions,
): Promise<DetectedFile> {
  const read = format === 'json' ? readJsonArray : readJsonLines;
  const { rows, isAll } = await readSample((chunks) => read(chunks), sample, isWhole, SAMPLE_ROWS);
  const records = rows.flatMap((row) => {
    if (row.problem !== null) throw new FileProblem(row.problem, { line: row.line });
    return isJsonObject(row.value) ? [{ record: row.value, row }] : [];
  });
  const [first] = rows;
  if (first !== undefined && records.length === 0) {
    throw new FileProblem('Expected records: objects with members.', { line: first.line });
  }
  const profiles = new Map<string, ColumnProfile>();
  for (const { record } of records) {
    for (const name of Object.keys(record)) {
      if (profiles.has(name)) continue;
      if (profiles.size === COLUMNS_MAX)
        throw new FileProblem(`The records have more than ${COLUMNS_MAX} members.`);
      profiles.set(name, new ColumnProfile());
    }
  }
  const pace = new CellPace();
  for (const { record, row } of records) {
    const texts = Object.values(record).some(hasDigits)
      ? readMemberTexts(row.text)
      : new Map<string, string>();
    if (texts === null) throw new FileProblem('A record is nested too deeply.', { line: row.line });
    for (const [name, profile] of profiles) addMember(profile, memberOf(record, name), texts.get(name) ?? '');
    await pace.add(profiles.size, row.text.length);
  }
  const { columns, decimal, warnings } = await describeColumns(
    [...profiles.keys()],
    [...profiles.values()],
    options,
    null,
    pace,
  );
  return {
    format,
    delimiter: null,
    header: true,
    decimal,
    columns,
    rows: rows.length,
    isWhole: isAll,
    warnings,
  };
}

/** Returns whether a value of JSON may have digits that a double does not hold. */
function hasDigits(member: unknown): boolean {
  return typeof member === 'number' || (typeof member === 'object' && member !== null);
}

function addMember(profile: ColumnProfile, member: unknown, text: string): void {
  if (member === null || typeof member === 'string') profile.add(member);
  else if (typeof member === 'number') profile.addNumber(text);
  else if (typeof member === 'boolean') profile.addBoolean(member);
  else profile.addOther(text);
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
    if (thrown !== error) throw thrown;
    return { rows, isAll: false };
  }
}

/** Bytes of a sample that are parsed in one turn of the event loop. */
const PIECE = 16 * 1024;
