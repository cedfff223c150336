import { createCipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256 of UTF-8 text, hex. One call without a stream object: it is in the way of every request. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** SHA-256 of UTF-8 text, base64url. */
export function sha256Base64url(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function randomBase64url(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** 16 bytes of HMAC-SHA-256: 128 bits, what RFC 2104 section 5 allows to truncate to. */
export const MAC_BYTES = 16;

export function signText(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES);
}

/** The first signs; those behind it are still accepted, so that a secret can be replaced without a gap. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Whether one of the secrets gave this signature. Compared in constant time. */
export function isSignatureOf(secrets: readonly string[], text: string, signature: Uint8Array): boolean {
  return (
    signature.length === MAC_BYTES &&
    secrets.some((secret) => timingSafeEqual(signText(secret, text), signature))
  );
}

/**
 * Encrypts a text that is signed already, and decrypts it: AES-256-CTR with a key derived from the secret and the
 * signature as the initial counter, as in SIV mode (RFC 5297). Equal texts give equal results. Whoever decrypts has to
 * check the signature of what comes out.
 */
export function maskBytes(secret: string, signature: Uint8Array, bytes: Uint8Array): Buffer {
  const key = createHmac('sha256', secret).update('encryption key').digest();
  return createCipheriv('aes-256-ctr', key, signature).update(bytes);
}
