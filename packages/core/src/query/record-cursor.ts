import { hash } from 'node:crypto';
import type { SlotValue } from '../ground/rows.ts';
import type { Secrets } from '../ports/ports.ts';
import type { Order, Position } from './ast.ts';
import { compareText } from './compare.ts';
import {
  type CursorScope,
  decodePosition,
  doubleBytes,
  encodePosition,
  openCursor,
  sealCursor,
} from './cursor.ts';

/**
 * Cursors of record lists. A cursor contains the complete place between two pages if possible. Text values can be
 * longer than a URL, so for a long text it contains one of these, in order of preference:
 *
 * 1. A short text that separates the last record shown from the next one: a prefix of the greater of the two. The place
 *    is exact and depends on no record.
 * 2. If both begin with the same 1,000 characters: these, and *anchors*, which are records around the place with their
 *    insertion number and the digest of their value. One anchor with an unchanged value gives an exact place. If all
 *    anchors were changed or deleted, the list continues before the first text with the prefix, which repeats records
 *    and loses none. A page repeats only if all anchors changed since the page before, so a walk ends after the changes
 *    end.
 */

/** Upper bound of the UTF-16 units of a text in a cursor: at most 3 kB of UTF-8, 4 kB of cursor. */
const PREFIX_MAX = 1_000;

/** The first byte of a payload with anchors. Positions use other values. */
const ANCHORED = 3;

/** 72 bits of SHA-256 are enough to detect a changed value. */
const DIGEST_BYTES = 9;
const ANCHOR_BYTES = 8 + DIGEST_BYTES;
/** The distances of further anchors before the last record shown. */
const ANCHOR_DISTANCES = [1, 3, 7, 15, 31, 63];

/**
 * Ties are ordered by descending `seq`: a position with the first comes before all records with its value, a position
 * with the second comes after them.
 */
const BEFORE_TIES = Number.MAX_SAFE_INTEGER;
const AFTER_TIES = 0;

/** A record near the place. The first anchor of a cursor is the last record shown, the second is the next one. */
interface Anchor {
  readonly seq: number;
  readonly digest: Buffer;
}

type Place = Position | { readonly prefix: string; readonly anchors: readonly Anchor[] };

/**
 * Returns the cursor between the records that were shown and the next one.
 *
 * @param shown positions of the records of the page in order, at least one.
 * @param next the position of the first record that was not shown.
 */
export function encodeRecordCursor(
  secrets: Secrets,
  scope: CursorScope,
  direction: Order['direction'],
  shown: readonly Position[],
  next: Position,
): string {
  const place = placeBetween(direction, shown, next);
  const payload = 'anchors' in place ? encodeAnchored(place) : encodePosition(place);
  return sealCursor(secrets, scope, payload);
}

/**
 * Returns the position after which a list continues. Null: the beginning of the list.
 *
 * @param valueAt returns the value of the live record with an insertion number, or null if there is none.
 * @throws ValidationError at `cursor`. See `decodeCursor`.
 */
export async function readRecordCursor(
  secrets: Secrets,
  scope: CursorScope,
  direction: Order['direction'],
  cursor: string,
  valueAt: (seq: number) => Promise<SlotValue>,
): Promise<Position | null> {
  const payload = openCursor(secrets, scope, cursor);
  const position = decodePosition(payload);
  if (position !== null) return position;
  const { prefix, anchors } = decodeAnchored(payload);
  for (const [index, { seq, digest }] of anchors.entries()) {
    const value = await valueAt(seq);
    if (typeof value !== 'string' || !digestOf(value).equals(digest)) continue;
    // The record of the second anchor was not shown, so the place is just before it.
    return { value, seq: index === NEXT ? seq + 1 : seq };
  }
  return beforeAll(prefix, direction);
}

/** The index of the anchor that was not shown. */
const NEXT = 1;

function placeBetween(direction: Order['direction'], shown: readonly Position[], next: Position): Place {
  const last = shown.at(-1);
  if (last === undefined) throw new RangeError('a page without records has no cursor');
  if (typeof last.value !== 'string' || last.value.length <= PREFIX_MAX) return last;
  // Each text comes before the unset values.
  if (typeof next.value !== 'string') return { value: null, seq: BEFORE_TIES };
  const [lesser, greater] = direction === 'asc' ? [last.value, next.value] : [next.value, last.value];
  const separator = cut(greater);
  if (compareText(separator, lesser) > 0) return { value: separator, seq: BEFORE_TIES };
  return { prefix: separator, anchors: anchorsOf(separator, shown, last, next) };
}

function anchorsOf(prefix: string, shown: readonly Position[], last: Position, next: Position): Anchor[] {
  const earlier = ANCHOR_DISTANCES.flatMap((distance) => shown.at(-1 - distance) ?? []);
  return [last, next, ...earlier].flatMap(({ value, seq }) =>
    typeof value === 'string' && value.startsWith(prefix) ? [{ seq, digest: digestOf(value) }] : [],
  );
}

/** Returns the place before the first text that begins with the prefix. Null: the beginning of the list. */
function beforeAll(prefix: string, direction: Order['direction']): Position | null {
  if (direction === 'asc') return { value: prefix, seq: BEFORE_TIES };
  const value = leastAfter(prefix);
  return value === null ? null : { value, seq: AFTER_TIES };
}

/** Returns the least text, by code point, that is greater than each text with the prefix. Null if there is none. */
function leastAfter(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // Texts are well-formed and contain no lone surrogate.
  const following = last === 0xd7ff ? 0xe000 : last + 1;
  return String.fromCodePoint(...points, following);
}

/** Returns the prefix of a text for a cursor. Never splits a surrogate pair. */
function cut(text: string): string {
  const prefix = text.slice(0, PREFIX_MAX);
  return prefix.isWellFormed() ? prefix : prefix.slice(0, -1);
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);
}

/** Returns `kind (1 byte) | number of anchors (1) | seq (8) and digest (9) of each | prefix`. */
function encodeAnchored({ prefix, anchors }: Extract<Place, { prefix: string }>): Buffer {
  const head = Buffer.of(ANCHORED, anchors.length);
  const bytes = anchors.flatMap(({ seq, digest }) => [doubleBytes(seq), digest]);
  return Buffer.concat([head, ...bytes, Buffer.from(prefix)]);
}

function decodeAnchored(payload: Buffer): Extract<Place, { prefix: string }> {
  const count = payload.readUInt8(1);
  const anchors = Array.from({ length: count }, (_, index) => {
    const start = 2 + index * ANCHOR_BYTES;
    return { seq: payload.readDoubleBE(start), digest: payload.subarray(start + 8, start + ANCHOR_BYTES) };
  });
  return { prefix: payload.toString('utf8', 2 + count * ANCHOR_BYTES), anchors };
}
