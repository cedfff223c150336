import { ValidationError } from '@vitrine/core';
import type { StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { bodyContract } from '@vitrine/core/contracts';
import { findJsonExcess, parseBoolean, parseJsonNumber } from '@vitrine/core/server';
import type { PropertyType } from '@vitrine/core/storage';
import { quote } from '../../ground/quote.ts';
import { describeReach, USER_DATA } from '../tools/descriptions.ts';
import { unlessMissing } from '../tools/missing.ts';
import { fitRecord } from '../tools/result-size.ts';
import {
  inputSchema,
  readArguments,
  resultSchema,
  type StoreTool,
  shownAsText,
  type ToolCall,
} from '../tools/tool.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Key = string | JsonObject;

const KEY_MESSAGE =
  'Expected the id of a record as text, or an object of its unique values such as {"sku": "A-1"}.';

const Arguments = bodyContract({
  key: shownAsText({}),
  storeId,
});

/** Reads one record by its id or by its unique values. */
export const storeGetRecord: StoreTool = {
  name: 'store_get_record',
  title: 'Read one record',
  inputSchema: inputSchema(Arguments),
  needsStore: true,
  outputSchema: resultSchema({ record: 'object' }),

  describe(audience) {
    const store = audience.scope === 'account' ? ', "storeId": "<storeId>"' : '';
    return [
      'Reads one record by its key: its id, which is the value of the unique property if there is one, or a JSON object of ' +
        'all unique values.',
      ...describeReach(audience),
      `Example: {"key": "A-1"${store}}.`,
      `Example: {"key": "{\\"country\\": \\"DE\\", \\"zip\\": \\"10115\\"}"${store}}.`,
      USER_DATA,
    ].join('\n');
  },

  async run(call, given) {
    const { key: givenKey, storeId: givenStore } = readArguments(Arguments, given);
    const key = readKey(givenKey);
    const id = requireStoreId(call, givenStore);
    const found = await aboutStore(call, id, () => find(call, id, key));
    if (found === null) throw new ValidationError([{ path: 'key', message: missing(key) }]);
    const { record, isCut } = fitRecord(found);
    const advice = `Long texts were cut. GET /v2/stores/${id}/records/${encodeURIComponent(record.id ?? '')} gives them whole.`;
    return { record, ...(isCut ? { truncated: true, advice } : {}) };
  },
};

/** Finds a record by id, then by unique values if the key is a JSON object. Returns null if there is none. */
async function find(
  { vitrine, principal, signal }: ToolCall,
  storeId: string,
  key: Key,
): Promise<StoreRecordResponse | null> {
  const unique = typeof key === 'string' ? readObject(key) : key;
  const byId =
    typeof key === 'string'
      ? await unlessMissing(() => vitrine.records.get(principal, storeId, key), 'record')
      : null;
  if (byId !== null || unique === null) return byId;
  const lookUp = (key: JsonObject) =>
    unlessMissing(() => vitrine.records.lookup(principal, storeId, key), 'record');
  try {
    return await lookUp(unique).catch(async (error: unknown) => {
      if (!(error instanceof ValidationError)) throw error;
      const { properties } = await vitrine.stores.get(principal, storeId, { signal });
      const typed = readKeyTexts(properties, unique);
      if (typed === null) throw error;
      return lookUp(typed);
    });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(
      error.issues.map(({ path, message }) => ({ path: path === '' ? 'key' : `key.${path}`, message })),
    );
  }
}

/** Returns a key with its numbers and booleans read from their text, as filters do. Null: it has none in text. */
function readKeyTexts(properties: StoreDetail['properties'], key: JsonObject): JsonObject | null {
  const read = Object.entries(key).map(([name, value]) => {
    const type = properties.find((property) => property.name === name)?.type;
    return [name, typeof value === 'string' ? readText(type, value) : value] as const;
  });
  return read.some(([name, value]) => value !== key[name]) ? Object.fromEntries(read) : null;
}

function readText(type: PropertyType | undefined, text: string): unknown {
  if (type === 'number') return parseJsonNumber(text) ?? text;
  return type === 'boolean' ? (parseBoolean(text) ?? text) : text;
}

/** Returns the key. Numbers and booleans become their text, which is their id. @throws ValidationError at `key`. */
function readKey(given: unknown): Key {
  if (typeof given === 'string' && given !== '') return given;
  if (typeof given === 'number' || typeof given === 'boolean') return String(given);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Key;
  throw new ValidationError([{ path: 'key', message: KEY_MESSAGE }]);
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.trimStart().startsWith('{') || findJsonExcess(Buffer.from(text)) !== null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function missing(key: Key): string {
  const shown = quote(typeof key === 'string' ? key : JSON.stringify(key));
  return `No record with the key ${shown} in this store. Use store_query with mode "search" to find it by other properties.`;
}
