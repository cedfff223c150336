import { hash } from 'node:crypto';
import { isSignatureOf, MAC_BYTES, type Secrets, signText } from './crypto.ts';
import type { Millis } from './storage/rows.ts';

/** What a token opens. A token of one purpose is none for another. */
export type TokenPurpose = 'thumbnail' | 'font-preview' | 'timer-preview';

/**
 * What a token holds for besides its purpose and its time: account, resource, version. Signed, not carried: whoever reads
 * the token must know them from elsewhere, the URL's path or the rows that it leads to.
 */
export type TokenScope = readonly (string | number)[];

export interface MintedToken {
  readonly token: string;
  readonly expiresAt: Millis;
}

/** A token whose form is right and whose time has not come; its signature is not checked before `holdsFor`. */
export interface ReadToken {
  /** What it carries. Not to be trusted, only to be looked up, before `holdsFor`. */
  readonly payload: string;
  readonly expiresAt: Millis;
  /** Whether it was made here for exactly this. Compared in constant time. */
  holdsFor(scope: TokenScope): boolean;
}

export interface PathTokens {
  /**
   * Good for 15 to 20 minutes: the end is a multiple of five, so that lists made shortly after one another have equal
   * URLs. `payload` is readable by everyone who has the token; `''` for none.
   */
  mint(purpose: TokenPurpose, payload: string, scope: TokenScope, now: Millis): MintedToken;
  /** Null for what is no token, or is over at `now`. docs/rules.md#path-tokens: both are 404, as is a wrong scope. */
  read(purpose: TokenPurpose, token: string, now: Millis): ReadToken | null;
}

const STEP: Millis = 5 * 60_000;
const LIFE_MIN: Millis = 15 * 60_000;

/** base64url of: key id (1 byte) | expiry in seconds (4) | signature (16) | payload in UTF-8. */
const KEY_ID_BYTES = 1;
const EXPIRY_END = KEY_ID_BYTES + 4;
const HEAD_BYTES = EXPIRY_END + MAC_BYTES;

/** Tokens signed with the first secret; both are accepted. */
export function pathTokens(secrets: Secrets): PathTokens {
  const [current] = secrets;
  const keyIds = secrets.map(keyIdOf);

  return {
    mint(purpose, payload, scope, now) {
      const expiresAt = Math.ceil((now + LIFE_MIN) / STEP) * STEP;
      const expiry = Buffer.alloc(4);
      expiry.writeUInt32BE(expiresAt / 1_000);
      const bytes = [
        Buffer.of(keyIdOf(current)),
        expiry,
        signText(current, signedText(purpose, expiresAt, payload, scope)),
        Buffer.from(payload),
      ];
      return { token: Buffer.concat(bytes).toString('base64url'), expiresAt };
    },

    read(purpose, token, now) {
      const bytes = Buffer.from(token, 'base64url');
      // Buffer skips what is no base64url; only the exact text that was handed out is taken back.
      if (bytes.length < HEAD_BYTES || bytes.toString('base64url') !== token) return null;
      const expiresAt = bytes.readUInt32BE(KEY_ID_BYTES) * 1_000;
      if (expiresAt <= now) return null;
      const accepted = secrets.filter((_, index) => keyIds[index] === bytes[0]);
      const payload = bytes.subarray(HEAD_BYTES).toString();
      const signature = bytes.subarray(EXPIRY_END, HEAD_BYTES);
      return {
        payload,
        expiresAt,
        holdsFor: (scope) =>
          isSignatureOf(accepted, signedText(purpose, expiresAt, payload, scope), signature),
      };
    },
  };
}

/** Says which secret signed, and nothing else about it. */
function keyIdOf(secret: string): number {
  return hash('sha256', `key id of ${secret}`, 'buffer').readUInt8(0);
}

function signedText(purpose: TokenPurpose, expiresAt: Millis, payload: string, scope: TokenScope): string {
  return `path token ${JSON.stringify([purpose, expiresAt, payload, ...scope])}`;
}
