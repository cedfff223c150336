import type { ShownRecord } from '@vitrine/core';
import type { RecordValue } from '@vitrine/core/contracts';

/** Maximum bytes of JSON in one result, because a model reads all of it (docs/rules.md#store-tools). */
export const RESULT_MAX_BYTES = 100_000;

/** The bytes for a list or a record, without the members around it. */
const CONTENT_MAX_BYTES = RESULT_MAX_BYTES - 1_000;

/** The same for a list with a cursor, which has up to 6 kB. */
export const PAGE_CONTENT_MAX_BYTES = RESULT_MAX_BYTES - 8_000;

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns as many of the first items as fit into one result. */
export function fitItems<Item>(items: readonly Item[]): Item[] {
  let bytes = 2;
  const end = items.findIndex((item) => {
    bytes += jsonBytes(item) + 1;
    return bytes > CONTENT_MAX_BYTES;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

export interface FittedRecord<Shown extends ShownRecord> {
  readonly record: Shown;
  readonly isCut: boolean;
}

/** Returns the record. If it does not fit into one result, its longest texts are cut. */
export function fitRecord<Shown extends ShownRecord>(
  record: Shown,
  maxBytes = CONTENT_MAX_BYTES,
): FittedRecord<Shown> {
  let fitted = record;
  for (let max = 32_768; jsonBytes(fitted) > maxBytes && max > 0; max = Math.floor(max / 2)) {
    fitted = cutTexts(record, max);
  }
  return { record: fitted, isCut: fitted !== record };
}

function cutTexts<Shown extends ShownRecord>(record: Shown, max: number): Shown {
  const cut = Object.entries(record).map(([name, value]) => [
    name,
    name === 'id' ? value : cutText(value, max),
  ]);
  return Object.fromEntries(cut) as Shown;
}

function cutText(value: RecordValue, max: number): RecordValue {
  if (typeof value !== 'string' || value.length <= max) return value;
  // A cut between the halves of a surrogate pair would leave invalid Unicode.
  return `${value.slice(0, max).toWellFormed()}… [cut: ${value.length} characters in all]`;
}
