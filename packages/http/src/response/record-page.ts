import { recordsToJson, type StoreRecordResponse } from '@vitrine/core';
import { jsonText, type Reply } from './reply.ts';

/** `{"items":[…], …}` with the members of each record in schema order, which a plain stringify would not always keep. */
export function recordPage(items: readonly StoreRecordResponse[], rest: object): Reply {
  return jsonText(`{"items":${recordsToJson(items)},${JSON.stringify(rest).slice(1)}`);
}
