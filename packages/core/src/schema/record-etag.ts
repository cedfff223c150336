import type { StoreRecordResponse } from '../contracts/records/records.ts';
import { sha256Base64url } from '../ground/crypto.ts';
import { recordToJson } from './record-json.ts';

/** 132 bits of the hash. */
const TAG_LENGTH = 22;

/**
 * Returns the strong entity tag of a record: a hash of its JSON, which has all values and both times. Two responses with
 * one tag are equal byte for byte (RFC 9110 section 8.8.1), also if the record was changed and changed back within the
 * same millisecond.
 *
 * @param json the JSON of the record, if the caller has it.
 */
export function recordEtag(record: StoreRecordResponse, json = recordToJson(record)): string {
  return `"${sha256Base64url(json).slice(0, TAG_LENGTH)}"`;
}
