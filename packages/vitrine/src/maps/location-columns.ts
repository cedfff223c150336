import type { MapResponse } from '@vitrine/core/contracts';
import { quoteAll, readTypedText } from '@vitrine/core/imports';
import { nameHint } from '@vitrine/core/server';
import { CommandError, EXIT } from '../terminal/command-error.ts';

/** `--column`: the column of a field or of a member of a location. */
export interface FieldColumn {
  readonly member: string;
  readonly column: string;
}

/** How the columns of a file of locations are read. */
export interface LocationColumns {
  readonly ignore: readonly string[];
  /** Undefined: detected. */
  readonly delimiter?: string;
  readonly quotes?: 'text';
  readonly skipLines?: number;
  /** The columns to join into the address. Empty: the column named address. */
  readonly address: readonly string[];
  /** The column of uniqueIds. Undefined: the column named uniqueId. */
  readonly uniqueId?: string;
  /** Columns with other names than their fields. */
  readonly column?: readonly FieldColumn[];
}

type MapFields = MapResponse['fields'];
type FieldType = MapFields[number]['type'];
type Value = string | number | boolean;

/** The members by column name, in lower case without white space, `_` and `-`. */
const NAMES: Readonly<Record<string, string>> = {
  uniqueid: 'uniqueId',
  name: 'name',
  address: 'address',
  lat: 'lat',
  latitude: 'lat',
  lng: 'lng',
  lon: 'lng',
  long: 'lng',
  longitude: 'lng',
};
const MEMBERS = [...new Set(Object.values(NAMES))];

/** The member of a location, or its field, for the cells of a column. */
interface Target {
  readonly name: string;
  /** Null: not a field. */
  readonly field: FieldType | null;
}

export interface MatchedColumns {
  readonly header: readonly string[];
  readonly targets: ReadonlyMap<number, Target>;
  readonly addressParts: readonly number[];
}

/**
 * Finds the member or the field of every column: by `--column`, by the name of a member, or by the exact name of a
 * field of the map. @throws CommandError for unknown or ambiguous columns.
 */
export function matchColumns(
  header: readonly string[],
  fields: MapFields,
  { ignore, address, uniqueId, column = [] }: LocationColumns,
): MatchedColumns {
  const given = [...column, ...(uniqueId === undefined ? [] : [{ member: 'uniqueId', column: uniqueId }])];
  requireColumns(header, '--ignore', ignore);
  requireColumns(header, '--address', address);
  requireColumns(header, '--unique-id', uniqueId === undefined ? [] : [uniqueId]);
  requireColumns(
    header,
    '--column',
    column.map((each) => each.column),
  );
  const targetsByName = targetsOf(fields);
  const known = [...targetsByName.keys()];
  const wrong = column.map(({ member }) => member).filter((member) => !targetsByName.has(member));
  if (wrong.length > 0) {
    const hint = nameHint(wrong[0] ?? '', known);
    throw new CommandError(
      EXIT.usage,
      `--column: No field ${quoteAll(wrong)}.${hint} The map has: ${known.join(', ')}.`,
    );
  }
  const targets = new Map<number, Target>();
  const taken = new Set<string>();
  const unknown: string[] = [];
  header.forEach((name, index) => {
    const own = given.filter((each) => each.column === name).map(({ member }) => member);
    if (own.length === 0 && (ignore.includes(name) || address.includes(name))) return;
    const [member = NAMES[name.toLowerCase().replace(/[\s_-]/g, '')] ?? name] = own;
    const target = targetsByName.get(member);
    // A column with the name of a member whose column is given by a flag is not that member.
    const isReplaced = own.length === 0 && given.some((each) => each.member === member);
    if (target === undefined || isReplaced) unknown.push(name);
    else if (taken.has(member)) throw new CommandError(EXIT.data, `Several columns hold the ${member}.`);
    else {
      taken.add(member);
      targets.set(index, target);
    }
  });
  if (unknown.length > 0) {
    const advice =
      'Use --ignore to skip columns, --column to name those of fields, --unique-id and --address for the others.';
    throw new CommandError(
      EXIT.data,
      `Unknown columns: ${quoteAll(unknown)}. A location of this map has: ${known.join(', ')}. ${advice}`,
    );
  }
  if (address.length > 0 && taken.has('address')) {
    throw new CommandError(
      EXIT.usage,
      '--address: The file also has a column named address; skip it with --ignore.',
    );
  }
  return { header, targets, addressParts: address.map((name) => header.indexOf(name)) };
}

function targetsOf(fields: MapFields): Map<string, Target> {
  const targets = new Map<string, Target>(fields.map(({ name, type }) => [name, { name, field: type }]));
  for (const name of MEMBERS) targets.set(name, { name, field: null });
  return targets;
}

function requireColumns(header: readonly string[], flag: string, names: readonly string[]): void {
  const missing = names.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    const hint = nameHint(missing[0] ?? '', header);
    throw new CommandError(EXIT.usage, `${flag}: The file has no column ${quoteAll(missing)}.${hint}`);
  }
}

/** Reads the values of fields that are given as text. Those of unknown fields stay text. */
export function toFieldValues(
  fields: MapFields,
  given: Readonly<Record<string, string>>,
): Record<string, Value> {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const type = types.get(name) ?? 'string';
      // An empty text is refused by the service.
      return [name, readTypedText(text, type, { decimal: 'plain', dates: null }) ?? text];
    }),
  );
}
