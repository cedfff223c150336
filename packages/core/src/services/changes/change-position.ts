import { isSignatureOf, signText } from '../../ground/crypto.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { Secrets } from '../../ports/ports.ts';
import type { StoreRef } from '../../storage/index.ts';

const RADIX = 32;
/** Digits of the greatest safe integer. The width is fixed, so that positions are ordered as texts. */
const DIGITS = 11;
const POSITION = /^([0-9a-v]{11})-([\w-]{22})$/;

/** Returns the position of an entry in the log of a store, as clients see it: its number, and a signature. */
export function encodeChangePosition([secret]: Secrets, store: StoreRef, number: number): string {
  const digits = number.toString(RADIX).padStart(DIGITS, '0');
  return `${digits}-${signText(secret, signedText(store, digits)).toString('base64url')}`;
}

/**
 * Returns the number of a position.
 * @param path of the member that has it.
 * @throws ValidationError at `path` for a text that is no position of this store.
 */
export function decodeChangePosition(
  secrets: Secrets,
  store: StoreRef,
  position: string,
  path = 'since',
): number {
  const [, digits = '', text = ''] = POSITION.exec(position) ?? [];
  const signature = Buffer.from(text, 'base64url');
  // Other texts may stand for the same bytes. Accept only the exact text that was sent.
  const isExact = text !== '' && signature.toString('base64url') === text;
  if (isExact && isSignatureOf(secrets, signedText(store, digits), signature)) {
    return Number.parseInt(digits, RADIX);
  }
  const message = 'Expected the unchanged cursor or position of an earlier response for this store.';
  throw new ValidationError([{ path, message }]);
}

function signedText({ accountId, id }: StoreRef, digits: string): string {
  return `change ${JSON.stringify([accountId, id])} ${digits}`;
}
