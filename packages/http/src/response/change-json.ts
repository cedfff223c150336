import type { Change, ChangePage } from '@vitrine/core/contracts';
import { recordToJson } from '@vitrine/core/server';
import { jsonText, type Reply } from './reply.ts';

/** The JSON of changes. All readers of a store in this process get the same objects, so each is written once. */
const written = new WeakMap<Change, string>();

/** Returns the JSON of a change, with the members of its record in schema order. */
export function changeToJson(change: Change): string {
  let json = written.get(change);
  if (json === undefined) {
    const { record, ...rest } = change;
    json = JSON.stringify(rest);
    if (record !== undefined) json = `${json.slice(0, -1)},"record":${recordToJson(record)}}`;
    written.set(change, json);
  }
  return json;
}

export function changePage({ items, cursor, limit }: ChangePage): Reply {
  const rest = JSON.stringify({ cursor, limit }).slice(1);
  return jsonText(`{"items":[${items.map(changeToJson).join(',')}],${rest}`);
}
