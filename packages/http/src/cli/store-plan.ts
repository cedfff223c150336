import { nameHint, PROPERTY_TYPES, readValue } from '@vitrine/core';
import type { PropertyType } from '@vitrine/core/storage';
import { CommandError, EXIT } from './command-error.ts';
import { type CsvOptions, findIgnored, quoteAll, toValue, unguard } from './csv-columns.ts';
import { openCsv } from './csv-rows.ts';
import { TypeInference } from './infer-types.ts';
import { toLegalNames } from './legal-names.ts';
import { readCsv } from './read-csv.ts';
import { openText } from './read-text.ts';
import { readHeader } from './record-source.ts';

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
  readonly header: readonly string[];
  readonly delimiter: string;
  readonly properties: readonly PlannedProperty[];
}

interface PlanOptions extends CsvOptions {
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
  const file = await openText(path);
  if (file.size === null)
    throw new CommandError(EXIT.io, `Can't read ${path} more than once: it is not a regular file.`);
  const { rows, delimiter } = await openCsv(path, file.chunks, flags.delimiter, onNotice);
  const header = await readHeader(path, rows);
  const bare = header.map((name) => unguard(name, flags));
  const legal = toLegalNames(bare, { keepId: flags.key.length === 1 && flags.key[0] === 'id' });
  const ignored = new Set(findIgnored(header, legal, flags.ignore));
  if (isExport(header) && !flags.key.includes('id') && flags.ignore.length === 0) {
    for (const index of [0, header.length - 2, header.length - 1]) ignored.add(index);
    onNotice(
      'the file is an export: id, date_created and date_updated are skipped, because the new store generates its own.',
    );
  }

  const inferences = header.map(() => new TypeInference());
  let count = 0;
  for await (const { cells } of rows) {
    count++;
    for (let index = 0; index < header.length; index++) inferences[index]?.add(cells[index] ?? null);
  }
  if (count === 0) onNotice('the file has no rows, so every property is a string.');

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
    const inferred = inferences[index]?.type ?? 'string';
    // A property named id must be a string (docs/rules.md#properties).
    const type = types.get(index) ?? (name === 'id' ? 'string' : inferred);
    return { index, column, name, isKey: keys.has(index), type };
  });
  return { header, delimiter, properties };
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
  { properties, delimiter }: StorePlan,
  options: CsvOptions,
): Promise<void> {
  const keys = properties.filter((property) => property.isKey);
  if (keys.length === 0) return;
  const file = await openText(path);
  const rows = readCsv(path, file.chunks, delimiter);
  await rows.next();
  const lines = new Map<string, number>();
  for await (const { line, cells } of rows) {
    const key = keys.map(({ index, column, type }) => {
      const read = readValue(type, toValue(cells[index] ?? null, type, options));
      if (!read.ok) throw badKey(line, `${JSON.stringify(column)}: ${read.message}`);
      if (read.value === null || read.value === '') throw badKey(line, `${JSON.stringify(column)} is empty`);
      return read.value;
    });
    const text = JSON.stringify(key);
    const earlier = lines.get(text);
    if (earlier !== undefined) throw badKey(line, `${key.join(', ')} is already in line ${earlier}`);
    lines.set(text, line);
  }

  function badKey(line: number, problem: string): CommandError {
    const message = `--key: line ${line}: ${problem.replace(/\.$/, '')}. No store was created.`;
    return new CommandError(EXIT.data, message);
  }
}
