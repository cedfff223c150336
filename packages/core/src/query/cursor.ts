import { isSignatureOf, MAC_BYTES, maskBytes, type Secrets, signText } from '../crypto.ts';
import { ValidationError } from '../errors.ts';
import type { Position } from './ast.ts';

/**
 * What a cursor is good for: account, operation, sort and filter (docs/rules.md#pages-and-cursors). Signed with the
 * position but not carried, so another list can't read it.
 */
export type CursorScope = readonly (string | number | null | undefined)[];

/** First byte of a payload. Long texts have a form of their own (`record-cursor.ts`). */
const KIND = { unset: 0, number: 1, text: 2 } as const;

/** A cursor of a position whose value is short. */
export function encodeCursor(secrets: Secrets, scope: CursorScope, position: Position): string {
  return sealCursor(secrets, scope, encodePosition(position));
}

/** @throws ValidationError at `cursor` for one that is tampered with, foreign, or of another list, sort or filter. */
export function decodeCursor(secrets: Secrets, scope: CursorScope, cursor: string): Position {
  const position = decodePosition(openCursor(secrets, scope, cursor));
  if (position === null) throw notACursor();
  return position;
}

/** `kind (1 byte) | seq (8) | value`. Numbers have a fixed length, so that the length of a cursor does not show their size. */
export function encodePosition({ value, seq }: Position): Buffer {
  if (value === null) return Buffer.concat([Buffer.of(KIND.unset), doubleBytes(seq)]);
  if (typeof value === 'number')
    return Buffer.concat([Buffer.of(KIND.number), doubleBytes(seq), doubleBytes(value)]);
  return Buffer.concat([Buffer.of(KIND.text), doubleBytes(seq), Buffer.from(value)]);
}

/** Null for a payload of another kind. */
export function decodePosition(payload: Buffer): Position | null {
  switch (payload[0]) {
    case KIND.unset:
      return { value: null, seq: payload.readDoubleBE(1) };
    case KIND.number:
      return { value: payload.readDoubleBE(9), seq: payload.readDoubleBE(1) };
    case KIND.text:
      return { value: payload.toString('utf8', 9), seq: payload.readDoubleBE(1) };
    default:
      return null;
  }
}

/**
 * A payload as base64url: its signature (16 bytes), then the payload encrypted under that signature. Nobody without the
 * secret can read it (insertion numbers may count the stores of all accounts) or change it.
 */
export function sealCursor([secret]: Secrets, scope: CursorScope, payload: Buffer): string {
  const signature = signText(secret, signedText(scope, payload));
  return Buffer.concat([signature, maskBytes(secret, signature, payload)]).toString('base64url');
}

/** The payload of a cursor that one of the secrets sealed for this scope. @throws ValidationError at `cursor` for any other. */
export function openCursor(secrets: Secrets, scope: CursorScope, cursor: string): Buffer {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips what is no base64url; only the exact text that was handed out is taken back.
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
    { path: 'cursor', message: 'Expected the unchanged cursor of an earlier page of this list.' },
  ]);
}
