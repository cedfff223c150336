import {
  type Cipher,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { BoundedMap } from './collections.ts';

/** Returns the SHA-256 of UTF-8 text in hex. Avoids a stream object, because it is on the path of each request. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Returns the SHA-256 of UTF-8 text in base64url. */
export function sha256Base64url(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function sha256HexOfBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

export function randomBase64url(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** 16 bytes of HMAC-SHA-256: 128 bits, the shortest truncation that RFC 2104 section 5 allows. */
export const MAC_BYTES = 16;

export function signText(secret: string, text: string): Buffer {
  return createHmac('sha256', keysOf(secret).signing).update(text).digest().subarray(0, MAC_BYTES);
}

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
  const counters = Buffer.alloc(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES);
  const counter = Buffer.from(signature);
  for (let at = 0; at < counters.length; at += BLOCK_BYTES) {
    counter.copy(counters, at);
    increment(counter);
  }
  const masked = keysOf(secret).blocks.update(counters).subarray(0, bytes.length);
  for (let i = 0; i < masked.length; i++) masked[i] = (masked[i] ?? 0) ^ (bytes[i] ?? 0);
  return masked;
}

const BLOCK_BYTES = 16;

/** Adds one to a number of any length, most significant byte first. */
function increment(counter: Buffer): void {
  for (let i = counter.length - 1; i >= 0; i--) {
    const byte = ((counter[i] ?? 0) + 1) & 0xff;
    counter[i] = byte;
    if (byte !== 0) return;
  }
}

/** The keys of a secret. Kept, because Node takes longer to make them than to use them. */
interface Keys {
  readonly signing: KeyObject;
  /** AES-256 of separate blocks, which has no state, unlike a cipher in counter mode. */
  readonly blocks: Cipher;
}

const KEYS_KEPT = 100;
const keysBySecret = new BoundedMap<string, Keys>(KEYS_KEPT);

function keysOf(secret: string): Keys {
  let keys = keysBySecret.get(secret);
  if (keys === undefined) {
    const signing = createSecretKey(secret, 'utf8');
    const maskKey = createHmac('sha256', signing).update('encryption key').digest();
    keys = { signing, blocks: createCipheriv('aes-256-ecb', maskKey, null).setAutoPadding(false) };
    keysBySecret.set(secret, keys);
  }
  return keys;
}

const SEAL = { cipher: 'aes-256-gcm', salt: 16, key: 32, nonce: 12, tag: 16 } as const;

function sealKeys(
  password: string,
  salt: Uint8Array,
): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
  const bytes = new Uint8Array(hkdfSync('sha256', password, salt, 'vitrine seal', SEAL.key + SEAL.nonce));
  return { key: bytes.subarray(0, SEAL.key), nonce: bytes.subarray(SEAL.key) };
}

/**
 * Encrypts a text with AES-256-GCM under a key that is derived from the password and a random salt (HKDF). As strong as
 * the password: HKDF does not slow down guesses.
 */
export function sealText(password: string, text: string): string {
  const salt = randomBytes(SEAL.salt);
  const { key, nonce } = sealKeys(password, salt);
  const cipher = createCipheriv(SEAL.cipher, key, nonce);
  const sealed = [salt, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Returns the text that was sealed under the password. @throws Error for another password or a changed text. */
export function unsealText(password: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const { key, nonce } = sealKeys(password, bytes.subarray(0, SEAL.salt));
  const decipher = createDecipheriv(SEAL.cipher, key, nonce, { authTagLength: SEAL.tag });
  decipher.setAuthTag(bytes.subarray(-SEAL.tag));
  const text = decipher.update(bytes.subarray(SEAL.salt, -SEAL.tag));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
