import type { StoreDetail, StoreRecordRequest } from '@vitrine/core/contracts';
import { readTypedText } from '@vitrine/core/imports';
import { nameHint } from '@vitrine/core/server';
import type { PropertyType } from '@vitrine/core/storage';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { readJsonFile } from '../terminal/read-json-file.ts';

/** The flags that give the values of a record: `valueOptions`. */
export interface ValueFlags {
  /** Pairs of a property and its value. */
  readonly set: readonly string[];
  /** Properties without a value. */
  readonly unset: readonly string[];
  /** The path of a JSON object with values. */
  readonly from?: string;
}

/**
 * Reads the values that the flags give. `--set` and `--unset` take precedence over the file.
 *
 * @throws CommandError
 */
export async function readValues(
  store: Pick<StoreDetail, 'properties'>,
  { set, unset, from }: ValueFlags,
): Promise<StoreRecordRequest> {
  if (set.length === 0 && unset.length === 0 && from === undefined) {
    throw new CommandError(
      EXIT.usage,
      'Give the values: --set <property=value>, or --from with a JSON file.',
    );
  }
  const values = from === undefined ? {} : await readRecordFile(from);
  const nulls = unset.map((name) => [requireProperty(store, '--unset', name), null]);
  return { ...values, ...readPairs(store, '--set', set), ...Object.fromEntries(nulls) };
}

/** Reads a JSON object. The service validates its members. */
async function readRecordFile(path: string): Promise<StoreRecordRequest> {
  const content = await readJsonFile(path);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    return content as StoreRecordRequest;
  }
  throw new CommandError(
    EXIT.data,
    `${path} is not one JSON object. For several records use "vitrine import".`,
  );
}

/**
 * Reads pairs `name=value` with the types of the properties.
 *
 * @param flag the flag that gave them, for the message.
 * @throws CommandError
 */
export function readPairs(
  store: Pick<StoreDetail, 'properties'>,
  flag: string,
  pairs: readonly string[],
): StoreRecordRequest {
  const values: [string, unknown][] = [];
  for (const pair of pairs) {
    // A name may contain `=`: the longest property that fits is meant.
    const [property] = store.properties
      .filter(({ name }) => pair.startsWith(`${name}=`))
      .toSorted((a, b) => b.name.length - a.name.length);
    if (property === undefined) {
      const names = store.properties.map(({ name }) => name);
      const given = pair.split('=', 1)[0] ?? '';
      const message = `${flag}: Expected <property=value> with a property of the store, not ${JSON.stringify(pair)}.`;
      throw new CommandError(EXIT.usage, `${message}${nameHint(given, names)}`);
    }
    const text = pair.slice(property.name.length + 1);
    values.push([property.name, readValueText(text, property.type)]);
  }
  return Object.fromEntries(values);
}

function requireProperty(
  { properties }: Pick<StoreDetail, 'properties'>,
  flag: string,
  name: string,
): string {
  const names = properties.map((property) => property.name);
  if (names.includes(name)) return name;
  const message = `${flag}: Expected a property of the store, not ${JSON.stringify(name)}.`;
  throw new CommandError(EXIT.usage, `${message}${nameHint(name, names)}`);
}

/** Returns the value of a flag. Empty text is no value, except for a string. */
function readValueText(text: string, type: PropertyType): string | number | boolean | null {
  if (text === '' && type !== 'string') return null;
  return readTypedText(text, type, { decimal: 'plain', dates: null });
}
