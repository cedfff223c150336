import { sha256Base64url } from '../ground/crypto.ts';
import { fold } from '../query/fold.ts';

/** Raised when geocoders find other places or say more about them, so that cached answers are not used. */
const ANSWERS_VERSION = 3;

/**
 * Returns the key under which a geocoder's answer is cached. Addresses that differ only in case, whitespace or
 * compatible forms of characters have the same key. The key is a hash, so that the cache reveals no address.
 */
export function answerKey(provider: string, address: string): string {
  const normalised = fold(address.normalize('NFKC')).replace(/\s+/gu, ' ').trim();
  return sha256Base64url(JSON.stringify([ANSWERS_VERSION, provider, normalised]));
}
