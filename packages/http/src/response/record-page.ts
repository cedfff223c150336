import type { ShownRecord } from '@vitrine/core';
import { recordsToJson } from '@vitrine/core/server';
import { jsonText, type Reply } from './reply.ts';

/**
 * Returns `{"items":[…], …}` with the members of each record in schema order. `JSON.stringify` would move members whose
 * names look like integers to the front.
 */
export function recordPage(
  items: readonly ShownRecord[],
  rest: object,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return jsonText(`{"items":${recordsToJson(items)},${JSON.stringify(rest).slice(1)}`, 200, headers);
}
