import { hash } from 'node:crypto';
import { isSignatureOf, MAC_BYTES, signText } from '../ground/crypto.ts';
import type { Millis } from '../ground/rows.ts';
import type { Secrets } from './ports.ts';

/** The purpose of a token. A token is invalid for all other purposes. */
export type TokenPurpose = 'thumbnail' | 'font-preview' | 'timer-preview' | 'live-preview';

/**
 * What a token is valid for besides its purpose and time: account, resource, version. The signature covers it, but the
 * token does not contain it, so the reader must know it from the path or the rows of the URL.
 */
export type TokenScope = readonly (string | number)[];

export interface MintedToken {
  readonly token: string;
  readonly expiresAt: Millis;
}

/** A token with valid syntax that has not expired. Its signature is only checked by `holdsFor`. */
export interface ReadToken {
  /** The payload. Untrusted until `holdsFor` returns true, so only use it for lookups. */
  readonly payload: string;
  readonly expiresAt: Millis;
  /** Returns whether this server made the token for exactly this scope. Compares in constant time. */
  holdsFor(scope: TokenScope): boolean;
}

export interface PathTokens {
  /**
   * Returns a token that is valid for 15 to 20 minutes. It expires at a multiple of five minutes, so that lists within
   * a few minutes have equal URLs. `payload` is readable for everyone who has the token; `''` for none.
   */
  mint(purpose: TokenPurpose, payload: string, scope: TokenScope, now: Millis): MintedToken;
  /** Returns null for an invalid or expired token. docs/rules.md#path-tokens: both are 404, and so is a wrong scope. */
  read(purpose: TokenPurpose, token: string, now: Millis): ReadToken | null;
}

const STEP: Millis = 5 * 60_000;
const LIFE_MIN: Millis = 15 * 60_000;

/** base64url of: key id (1 byte) | expiry in seconds (4) | signature (16) | payload in UTF-8. */
const KEY_ID_BYTES = 1;
const EXPIRY_END = KEY_ID_BYTES + 4;
const HEAD_BYTES = EXPIRY_END + MAC_BYTES;

/** Creates tokens with the first secret, and accepts those of all secrets. */
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
      // Buffer skips characters that are not base64url. Accept only the exact text that was sent.
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

/** Returns an id of the secret that reveals nothing else about it. */
function keyIdOf(secret: string): number {
  return hash('sha256', `key id of ${secret}`, 'buffer').readUInt8(0);
}

function signedText(purpose: TokenPurpose, expiresAt: Millis, payload: string, scope: TokenScope): string {
  return `path token ${JSON.stringify([purpose, expiresAt, payload, ...scope])}`;
}
