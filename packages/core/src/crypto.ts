import { createCipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 of UTF-8 text in hex. Avoids a stream object, because it is on the path of each request. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Returns the SHA-256 of UTF-8 text in base64url. */
export function sha256Base64url(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function randomBase64url(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** 16 bytes of HMAC-SHA-256: 128 bits, the shortest truncation that RFC 2104 section 5 allows. */
export const MAC_BYTES = 16;

export function signText(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES);
}

/** The first secret signs. The others are still accepted, so that a secret can be replaced without interruption. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Returns whether one of the secrets made this signature. Compares in constant time. */
export function isSignatureOf(secrets: readonly string[], text: string, signature: Uint8Array): boolean {
  return (
    signature.length === MAC_BYTES &&
    secrets.some((secret) => timingSafeEqual(signText(secret, text), signature))
  );
}

/**
 * Encrypts or decrypts a signed text with AES-256-CTR. The key is derived from the secret, and the signature is the
 * initial counter, as in SIV mode (RFC 5297). Equal texts give equal results. After decryption, the caller must verify
 * the signature of the result.
 */
export function maskBytes(secret: string, signature: Uint8Array, bytes: Uint8Array): Buffer {
  const key = createHmac('sha256', secret).update('encryption key').digest();
  return createCipheriv('aes-256-ctr', key, signature).update(bytes);
}
