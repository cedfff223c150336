import { hash } from 'node:crypto';
import type { SlotValue } from '../ground/rows.ts';
import type { Secrets } from '../ports/ports.ts';
import { type Order, type OrderKey, type Position, positionValues, tieDirection } from './ast.ts';
import { compareText } from './compare.ts';
import {
  bytesToValues,
  type CursorScope,
  decodePosition,
  doubleBytes,
  encodePosition,
  openCursor,
  positionOfValues,
  sealCursor,
  valuesToBytes,
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
 *
 * An order by several keys has cursors with all values, if their texts are short together. Otherwise they have anchors, and
 * the values of the first keys: without an anchor the list continues before the first record with these values.
 */

/** Upper bound of the UTF-16 units of a text in a cursor: at most 3 kB of UTF-8, 4 kB of cursor. */
const PREFIX_MAX = 1_000;

/** The first byte of a payload with anchors, for one key and for several. Positions use other values. */
const ANCHORED = 3;
const ANCHORED_KEYS = 5;

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

interface Anchored {
  readonly anchors: readonly Anchor[];
  /** Of one key: the units with which the texts around the place begin. Of several: the values of the first keys. */
  readonly beginning: string | readonly SlotValue[];
}

type Place = Position | Anchored;

/**
 * Returns the cursor between the records that were shown and the next one.
 *
 * @param shown positions of the records of the page in order, at least one.
 * @param next the position of the first record that was not shown.
 */
export function encodeRecordCursor(
  secrets: Secrets,
  scope: CursorScope,
  order: Order,
  shown: readonly Position[],
  next: Position,
): string {
  const place = order.further === undefined ? placeBetween(order, shown, next) : placeOfKeys(shown, next);
  const payload = 'anchors' in place ? encodeAnchored(place) : encodePosition(place);
  return sealCursor(secrets, scope, payload);
}

/**
 * Returns the position after which a list continues. Null: the beginning of the list.
 *
 * @param positionAt returns the position of the live record with an insertion number, or null if there is none.
 * @throws ValidationError at `cursor`. See `decodeCursor`.
 */
export async function readRecordCursor(
  secrets: Secrets,
  scope: CursorScope,
  order: Order,
  cursor: string,
  positionAt: (seq: number) => Promise<Position | null>,
): Promise<Position | null> {
  const payload = openCursor(secrets, scope, cursor);
  const place = decodePosition(payload);
  if (place !== null) return place;
  const { beginning, anchors } = decodeAnchored(payload);
  for (const [index, { seq, digest }] of anchors.entries()) {
    const position = await positionAt(seq);
    if (position === null || !digestOf(position).equals(digest)) continue;
    // The record of the second anchor was not shown, so the place is just before it.
    const before = tieDirection(order) === 'desc' ? seq + 1 : seq - 1;
    return index === NEXT ? { ...position, seq: before } : position;
  }
  if (typeof beginning === 'string') return beforeAll(beginning, order.direction);
  return beginning.length === 0 ? null : positionOfValues(beginning, AFTER_TIES);
}

/** The index of the anchor that was not shown. */
const NEXT = 1;

function placeBetween({ direction }: Order, shown: readonly Position[], next: Position): Place {
  const last = lastOf(shown);
  if (typeof last.value !== 'string' || last.value.length <= PREFIX_MAX) return last;
  // Each text comes before the unset values.
  if (typeof next.value !== 'string') return { value: null, seq: BEFORE_TIES };
  const [lesser, greater] = direction === 'asc' ? [last.value, next.value] : [next.value, last.value];
  const separator = cut(greater);
  if (compareText(separator, lesser) > 0) return { value: separator, seq: BEFORE_TIES };
  const around = positionsAround(shown, next).filter(
    ({ value }) => typeof value === 'string' && value.startsWith(separator),
  );
  return { beginning: separator, anchors: around.map(toAnchor) };
}

function placeOfKeys(shown: readonly Position[], next: Position): Place {
  const last = lastOf(shown);
  const values = positionValues(last);
  let left = PREFIX_MAX;
  const long = values.findIndex((value) => {
    left -= typeof value === 'string' ? value.length : 0;
    return left < 0;
  });
  if (long < 0) return last;
  return { beginning: values.slice(0, long), anchors: positionsAround(shown, next).map(toAnchor) };
}

function lastOf(shown: readonly Position[]): Position {
  const last = shown.at(-1);
  if (last === undefined) throw new RangeError('a page without records has no cursor');
  return last;
}

/** Returns the position of the last record shown, the next one, and earlier ones. */
function positionsAround(shown: readonly Position[], next: Position): Position[] {
  return [lastOf(shown), next, ...ANCHOR_DISTANCES.flatMap((distance) => shown.at(-1 - distance) ?? [])];
}

function toAnchor(position: Position): Anchor {
  return { seq: position.seq, digest: digestOf(position) };
}

/** Returns the place before the first text that begins with the prefix. Null: the beginning of the list. */
function beforeAll(prefix: string, direction: OrderKey['direction']): Position | null {
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

/** Returns the digest of the values of a position, of one key that of its text. */
function digestOf({ value, further }: Position): Buffer {
  const text = further === undefined ? String(value) : JSON.stringify([value, ...further]);
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);
}

/** Returns `kind (1 byte) | number of anchors (1) | seq (8) and digest (9) of each | beginning`. */
function encodeAnchored({ beginning, anchors }: Anchored): Buffer {
  const isText = typeof beginning === 'string';
  const head = Buffer.of(isText ? ANCHORED : ANCHORED_KEYS, anchors.length);
  const bytes = anchors.flatMap(({ seq, digest }) => [doubleBytes(seq), digest]);
  return Buffer.concat([head, ...bytes, isText ? Buffer.from(beginning) : valuesToBytes(beginning)]);
}

function decodeAnchored(payload: Buffer): Anchored {
  const count = payload.readUInt8(1);
  const anchors = Array.from({ length: count }, (_, index) => {
    const start = 2 + index * ANCHOR_BYTES;
    return { seq: payload.readDoubleBE(start), digest: payload.subarray(start + 8, start + ANCHOR_BYTES) };
  });
  const end = 2 + count * ANCHOR_BYTES;
  const beginning =
    payload.readUInt8(0) === ANCHORED ? payload.toString('utf8', end) : bytesToValues(payload, end);
  return { beginning, anchors };
}
