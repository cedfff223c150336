import { isSignatureOf, MAC_BYTES, type Secrets, signText } from '../crypto.ts';
import { ValidationError } from '../errors.ts';
import type { Position } from './ast.ts';

/**
 * A position on the wire. Text values longer than `PREFIX_MAX` are cut, or a sort by long texts would give cursors that
 * no URL can carry; `isCut` says so, and the reader looks the rest up by `seq`.
 */
export interface CursorPosition extends Position {
  readonly isCut: boolean;
}

const VERSION = 1;

/** UTF-16 units; at most 3 kB of UTF-8, 4 kB of cursor. */
const PREFIX_MAX = 1_000;

/**
 * What a cursor is good for: account, operation, sort and filter (decisions section 2, "Cursor"). Signed with the
 * position but not carried, so another list can't read it.
 */
export type CursorScope = readonly (string | number | null | undefined)[];

export function encodeCursor([secret]: Secrets, scope: CursorScope, position: Position): string {
  const { value, seq } = position;
  const isCut = typeof value === 'string' && value.length > PREFIX_MAX;
  const payload = JSON.stringify([VERSION, isCut ? cut(value) : value, seq, isCut]);
  return Buffer.concat([signText(secret, signedText(scope, payload)), Buffer.from(payload)]).toString(
    'base64url',
  );
}

/** @throws ValidationError at `cursor` for one that is tampered with, foreign, or of another list, sort or filter. */
export function decodeCursor(secrets: Secrets, scope: CursorScope, cursor: string): CursorPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips what is no base64url; only the exact text that was handed out is taken back.
  if (bytes.toString('base64url') !== cursor) throw notACursor();
  const payload = bytes.subarray(MAC_BYTES).toString();
  if (!isSignatureOf(secrets, signedText(scope, payload), bytes.subarray(0, MAC_BYTES))) throw notACursor();
  const [version, value, seq, isCut] = JSON.parse(payload);
  if (version !== VERSION) throw notACursor();
  return { value, seq, isCut };
}

/** Never between the halves of a surrogate pair. */
function cut(text: string): string {
  const prefix = text.slice(0, PREFIX_MAX);
  return prefix.isWellFormed() ? prefix : prefix.slice(0, -1);
}

function signedText(scope: CursorScope, payload: string): string {
  return `cursor ${JSON.stringify(scope)} ${payload}`;
}

function notACursor(): ValidationError {
  return new ValidationError([
    { path: 'cursor', message: 'Expected the unchanged cursor of an earlier page of this list.' },
  ]);
}
