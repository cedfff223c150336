import { sha256Base64url } from '../ground/crypto.ts';
import type { Issue } from '../ground/errors.ts';
import { KEY_MAX_BYTES } from '../ground/limits.ts';
import type { PropertyRow } from '../ground/rows.ts';
import { compareText } from '../query/compare.ts';
import { canonicalText } from '../values/value.ts';

export type DerivedId =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly issues: Issue[] };

/**
 * Derives the id of a record from its unique values (docs/query-semantics.md#ids). Creation, lookup and delete-by-key
 * share it.
 * - One unique property: the canonical text of its value, at most 512 bytes of UTF-8, not `.` or `..`.
 * - Several: `k_` + base64url(SHA-256(JSON of [name, canonical text] pairs, sorted by name by code point)).
 *
 * An empty string is not a valid key, alone or with other values.
 */
export function deriveRecordId(
  unique: readonly PropertyRow[],
  keyOf: (property: PropertyRow) => string | number,
): DerivedId {
  const issues: Issue[] = [];
  const pairs: [name: string, text: string][] = [];
  for (const property of unique) {
    const text = canonicalText(property.type, keyOf(property));
    if (text === '') issues.push({ path: property.name, message: 'A unique value must not be empty.' });
    pairs.push([property.name, text]);
  }
  const [first] = pairs;
  if (first !== undefined && pairs.length === 1) issues.push(...checkSingleKey(...first));
  if (first === undefined || issues.length > 0) return { ok: false, issues };
  if (pairs.length === 1) return { ok: true, id: first[1] };

  pairs.sort(([a], [b]) => compareText(a, b));
  return { ok: true, id: `k_${sha256Base64url(JSON.stringify(pairs))}` };
}

function checkSingleKey(name: string, text: string): Issue[] {
  if (text === '.' || text === '..') {
    return [
      { path: name, message: 'A unique value must not be "." or "..", because no URL can contain them.' },
    ];
  }
  if (Buffer.byteLength(text) > KEY_MAX_BYTES) {
    return [{ path: name, message: `A unique value may have at most ${KEY_MAX_BYTES} bytes of UTF-8.` }];
  }
  return [];
}
