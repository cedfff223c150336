import { isSignatureOf, MAC_BYTES, maskBytes, signText } from '../ground/crypto.ts';
import { ValidationError } from '../ground/errors.ts';
import type { SlotValue } from '../ground/rows.ts';
import type { Secrets } from '../ports/ports.ts';
import { type Position, positionValues } from './ast.ts';

/**
 * The list that a cursor belongs to: account, operation, sort and filter (docs/rules.md#pages-and-cursors). The
 * signature covers it, but the cursor does not contain it, so other lists reject the cursor.
 */
export type CursorScope = readonly (string | number | null | undefined)[];

/** The first byte of a payload. `record-cursor.ts` has other kinds, for long texts. */
const KIND = { unset: 0, number: 1, text: 2, several: 4 } as const;

/** Returns the cursor of a position with a short value. */
export function encodeCursor(secrets: Secrets, scope: CursorScope, position: Position): string {
  return sealCursor(secrets, scope, encodePosition(position));
}

/**
 * Returns the position of a cursor.
 * @throws ValidationError at `cursor` if it was modified or belongs to another server, list, sort or filter.
 */
export function decodeCursor(secrets: Secrets, scope: CursorScope, cursor: string): Position {
  const position = decodePosition(openCursor(secrets, scope, cursor));
  if (position === null) throw notACursor();
  return position;
}

/**
 * Returns `kind (1 byte) | seq (8) | value`, for several keys with their values as JSON. Numbers of single keys have a fixed
 * length, so that the length of a cursor does not reveal them.
 */
export function encodePosition(position: Position): Buffer {
  const { value, seq, further } = position;
  if (further !== undefined) {
    const values = valuesToBytes(positionValues(position));
    return Buffer.concat([Buffer.of(KIND.several), doubleBytes(seq), values]);
  }
  if (value === null) return Buffer.concat([Buffer.of(KIND.unset), doubleBytes(seq)]);
  if (typeof value === 'number')
    return Buffer.concat([Buffer.of(KIND.number), doubleBytes(seq), doubleBytes(value)]);
  return Buffer.concat([Buffer.of(KIND.text), doubleBytes(seq), Buffer.from(value)]);
}

/** Returns null for a payload of another kind. */
export function decodePosition(payload: Buffer): Position | null {
  switch (payload[0]) {
    case KIND.unset:
      return { value: null, seq: payload.readDoubleBE(1) };
    case KIND.number:
      return { value: payload.readDoubleBE(9), seq: payload.readDoubleBE(1) };
    case KIND.text:
      return { value: payload.toString('utf8', 9), seq: payload.readDoubleBE(1) };
    case KIND.several:
      return positionOfValues(bytesToValues(payload, 9), payload.readDoubleBE(1));
    default:
      return null;
  }
}

export function valuesToBytes(values: readonly SlotValue[]): Buffer {
  return Buffer.from(JSON.stringify(values));
}

/** Reads what `valuesToBytes` wrote, from a place in a payload to its end. */
export function bytesToValues(payload: Buffer, start: number): readonly SlotValue[] {
  return JSON.parse(payload.toString('utf8', start)) as readonly SlotValue[];
}

/** Returns the position of the values of several keys. */
export function positionOfValues([value = null, ...further]: readonly SlotValue[], seq: number): Position {
  return { value, seq, further };
}

/**
 * Returns a payload as base64url: its signature (16 bytes), then the payload encrypted under that signature. Reading or
 * changing it requires the secret, because insertion numbers may reveal the number of stores of all accounts.
 */
export function sealCursor([secret]: Secrets, scope: CursorScope, payload: Buffer): string {
  const signature = signText(secret, signedText(scope, payload));
  return Buffer.concat([signature, maskBytes(secret, signature, payload)]).toString('base64url');
}

/**
 * Returns the payload of a cursor that one of the secrets sealed for this scope.
 * @throws ValidationError at `cursor` for any other.
 */
export function openCursor(secrets: Secrets, scope: CursorScope, cursor: string): Buffer {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips characters that are not base64url. Accept only the exact text that was sent.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw notACursor();
  const signature = bytes.subarray(0, MAC_BYTES);
  for (const secret of secrets) {
    const payload = maskBytes(secret, signature, bytes.subarray(MAC_BYTES));
    if (isSignatureOf([secret], signedText(scope, payload), signature)) return payload;
  }
  throw notACursor();
}

export function doubleBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes;
}

function signedText(scope: CursorScope, payload: Buffer): string {
  return `cursor ${JSON.stringify(scope)} ${payload.toString('base64')}`;
}

function notACursor(): ValidationError {
  return new ValidationError([
    {
      path: 'cursor',
      message:
        'Expected the unchanged cursor of an earlier page of this list, with its filters and its order.',
    },
  ]);
}
