import { sha256Base64url } from '../crypto.ts';
import { fold } from '../query/fold.ts';

/**
 * What an answer is remembered under: the provider and the address without regard to case, compatible forms of characters
 * and the number of blanks. A hash, so that what is remembered tells nobody's address.
 */
export function answerKey(provider: string, address: string): string {
  const normalised = fold(address.normalize('NFKC')).replace(/\s+/gu, ' ').trim();
  return sha256Base64url(JSON.stringify([provider, normalised]));
}
