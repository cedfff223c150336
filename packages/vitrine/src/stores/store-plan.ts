import {
  CellPace,
  ColumnProfile,
  type DetectedFile,
  describeColumns,
  FileProblem,
  findColumns,
  findUndecidedDates,
  isUnused,
  openText,
  planRecords,
  quoteAll,
  readCsv,
  readRecords,
  toLegalNames,
  unguardFormula,
} from '@vitrine/core/imports';
import { nameHint, PROPERTY_TYPES, readValue } from '@vitrine/core/server';
import type { PropertyType } from '@vitrine/core/storage';
import { requireIgnored } from '../records/record-source.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { examineFile, explainProblems, type FileOptionFlags, toFileError } from '../terminal/file-options.ts';
import { openFile } from '../terminal/read-file.ts';

/** The property that a column becomes. */
export interface PlannedProperty {
  readonly index: number;
  readonly column: string;
  readonly name: string;
  readonly isKey: boolean;
  readonly type: PropertyType;
}

/** The properties of a store, inferred from a CSV file. */
export interface StorePlan {
  /** The whole file, as it was detected from all rows. */
  readonly file: DetectedFile;
  readonly properties: readonly PlannedProperty[];
}

interface PlanOptions extends FileOptionFlags {
  readonly key: readonly string[];
  readonly type: readonly string[];
}

/**
 * Reads a whole CSV file and infers the properties of its store.
 *
 * @param onNotice receives one line per detection or change that the user should know.
 * @throws CommandError if the flags do not match the file or the file is not CSV.
 */
export async function planProperties(
  path: string,
  flags: PlanOptions,
  onNotice: (notice: string) => void,
): Promise<StorePlan> {
  const input = await openFile(path);
  if (input.size === null)
    throw new CommandError(EXIT.io, `Can't read ${path} more than once: it is not a regular file.`);
  const file = await examineWhole(path, input.chunks, flags, onNotice);
  const header = file.columns.map(({ column }) => column);
  const bare = flags.formulas === 'raw' ? header : header.map(unguardFormula);
  const legal = toLegalNames(bare, { keepId: flags.key.length === 1 && flags.key[0] === 'id' });
  const ignored = new Set(
    requireIgnored(file.columns, flags.ignore).flatMap((name) => findColumns(file.columns, name)),
  );
  if (isExport(header) && !flags.key.includes('id') && flags.ignore.length === 0) {
    for (const index of [0, header.length - 2, header.length - 1]) ignored.add(index);
    onNotice(
      'the file is an export: id, date_created and date_updated are skipped, because the new store generates its own.',
    );
  }
  file.columns.forEach((column, index) => {
    if (!isUnused(column)) return;
    ignored.add(index);
    onNotice(`column ${index + 1} has neither a name nor values and is skipped.`);
  });
  if (file.rows === 0) onNotice('the file has no rows, so every property is a string.');

  const columns = [...header.keys()].filter((index) => !ignored.has(index));
  const requireColumn = (flag: string, wanted: string): number => {
    const matching = columns.filter((index) => header[index] === wanted || legal[index] === wanted);
    const [index] = matching;
    if (index === undefined) {
      const known = quoteAll(columns.map((column) => header[column] ?? ''));
      throw new CommandError(
        EXIT.usage,
        `${flag}: The file has no column ${JSON.stringify(wanted)}.${nameHint(wanted, header)} It has: ${known}.`,
      );
    }
    // Several columns may have this name in the file, but only one has it as its legal name.
    return matching.find((candidate) => legal[candidate] === wanted) ?? index;
  };
  const keys = new Set(flags.key.map((name) => requireColumn('--key', name)));
  const types = new Map(flags.type.map((text) => readType(text, (name) => requireColumn('--type', name))));

  const properties = columns.map((index) => {
    const column = header[index] ?? '';
    const name = legal[index] ?? column;
    if (name !== column)
      onNotice(`column ${index + 1}, ${JSON.stringify(column)}, becomes property ${JSON.stringify(name)}.`);
    const inferred = file.columns[index]?.type ?? 'string';
    // A property named id must be a string (docs/rules.md#properties).
    const type = types.get(index) ?? (name === 'id' ? 'string' : inferred);
    return { index, column, name, isKey: keys.has(index), type };
  });
  const dates = properties.flatMap(({ index, type }) =>
    type === 'datetime' ? (file.columns[index] ?? []) : [],
  );
  const undecided = findUndecidedDates(dates);
  if (undecided !== null) throw toFileError(path, new FileProblem(undecided.message, { parameter: 'dates' }));
  return { file, properties };
}

/** Detects how a file is written from its beginning, and the types of its columns from all rows. */
async function examineWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  flags: FileOptionFlags,
  onNotice: (notice: string) => void,
): Promise<DetectedFile> {
  const notices: string[] = [];
  const flagsOfCsv = { ...flags, format: 'csv' } as const;
  const { file, text } = await examineFile(path, chunks, flagsOfCsv, new Set(), (line) => notices.push(line));
  const profiles = file.columns.map(() => new ColumnProfile());
  let rows = file.header ? -1 : 0;
  await explainProblems(path, async () => {
    for await (const list of readCsv(text, file.delimiter ?? ',')) {
      for (const { cells, line } of list) {
        if (line <= file.skipLines) continue;
        rows++;
        if (rows < 1) continue;
        for (const [at, profile] of profiles.entries()) profile.add(cells[at] ?? null);
      }
    }
  });
  for (const line of notices) onNotice(line);
  const names = file.columns.map(({ column }) => column);
  const { header: _header, ...options } = flags;
  const { columns, decimal, warnings } = await describeColumns(
    names,
    profiles,
    options,
    file.delimiter,
    new CellPace(),
  );
  return { ...file, columns, decimal, warnings, rows: Math.max(rows, 0), isWhole: true };
}

/** Checks for the header that `export --format csv` writes. */
function isExport(header: readonly string[]): boolean {
  return (
    header.length > 3 &&
    header[0] === 'id' &&
    header.at(-2) === 'date_created' &&
    header.at(-1) === 'date_updated'
  );
}

function readType(
  text: string,
  requireColumn: (name: string) => number,
): [index: number, type: PropertyType] {
  const at = text.lastIndexOf('=');
  const type = PROPERTY_TYPES.find((known) => known === text.slice(at + 1));
  if (at < 1 || type === undefined) {
    throw new CommandError(
      EXIT.usage,
      `--type: Expected <column>=<type> with a type of ${PROPERTY_TYPES.join(', ')}, not ${JSON.stringify(text)}.`,
    );
  }
  return [requireColumn(text.slice(0, at)), type];
}

/** Checks that every row has a different key, so that no record overwrites another. @throws CommandError */
export async function requireUniqueKeys(
  path: string,
  { file, properties }: StorePlan,
  flags: FileOptionFlags,
): Promise<void> {
  const keys = properties.filter((property) => property.isKey);
  if (keys.length === 0) return;
  const { formulas, emptyAsNull } = flags;
  const wanted = properties.map(({ name, type, isKey }) => ({ name, type, required: isKey, unique: isKey }));
  const mapping = Object.fromEntries(flags.ignore.map((name) => [name, null]));
  const { chunks } = await openFile(path);
  await explainProblems(path, async () => {
    const plan = planRecords(file, wanted, { formulas, emptyAsNull, mapping });
    const { text } = await openText(chunks, flags.encoding);
    const lines = new Map<string, number>();
    for await (const records of readRecords(text, plan)) {
      for (const { line, body } of records) {
        const key = keys.map(({ name, column, type }) => {
          const read = readValue(type, (body as Readonly<Record<string, unknown>>)[name]);
          if (!read.ok) throw badKey(line, `${JSON.stringify(column)}: ${read.message}`);
          if (read.value === null || read.value === '')
            throw badKey(line, `${JSON.stringify(column)} is empty`);
          return read.value;
        });
        const shown = JSON.stringify(key);
        const earlier = lines.get(shown);
        if (earlier !== undefined) throw badKey(line, `${key.join(', ')} is already in line ${earlier}`);
        lines.set(shown, line);
      }
    }
  });
}

function badKey(line: number, problem: string): CommandError {
  const message = `--key: line ${line}: ${problem.replace(/\.$/, '')}. No store was created.`;
  return new CommandError(EXIT.data, message);
}
