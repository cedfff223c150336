import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { MAC_BYTES } from '../ground/crypto.ts';
import type { Millis } from '../ground/rows.ts';
import type { Secrets } from '../ports/ports.ts';
import { compareText } from '../query/compare.ts';

/** The parameters of a signed URL besides its variables. */
const EXPIRY = 'e';
const SIGNATURE = 's';
const UNIX_SECONDS = /^\d{1,12}$/;

/**
 * Returns the signature of the URL of a live image (docs/live-images.md#signed-urls). It covers the image, the expiry and
 * the variables that the design declares, so that parameters of mail tools may be added.
 *
 * @param expiry the text of `e`; empty without one.
 */
function signatureOf(
  key: Uint8Array,
  publicId: string,
  names: readonly string[],
  query: ReadonlyMap<string, string>,
  expiry: string,
): Buffer {
  const values = [...names].sort(compareText).flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [name, value];
  });
  const mac = createHmac('sha256', key);
  for (const part of [publicId, expiry, ...values]) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    mac.update(length).update(bytes);
  }
  return mac.digest().subarray(0, MAC_BYTES);
}

/** Returns the key that signs the URLs of one live image. */
export function linkKeyOf(secret: string, publicId: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `vitrine/live-image/${publicId}`, 32));
}

/**
 * Returns the parameters that sign a URL with these variables.
 *
 * @param names of the variables that the design declares.
 * @param expiresAt null: it never expires.
 */
export function signQuery(
  key: Uint8Array,
  publicId: string,
  names: readonly string[],
  query: ReadonlyMap<string, string>,
  expiresAt: Millis | null,
): ReadonlyMap<string, string> {
  const expiry = expiresAt === null ? '' : String(Math.floor(expiresAt / 1_000));
  const signature = signatureOf(key, publicId, names, query, expiry).toString('base64url');
  return new Map([...(expiry === '' ? [] : [[EXPIRY, expiry] as const]), [SIGNATURE, signature]]);
}

/**
 * Returns until when the signature of a URL is valid, `Infinity` without an expiry. Null: it is missing, wrong or
 * expired. One of the secrets must have made it.
 */
export function signedUntil(
  secrets: Secrets,
  publicId: string,
  names: readonly string[],
  query: ReadonlyMap<string, string>,
  now: Millis,
): Millis | null {
  const expiry = query.get(EXPIRY) ?? '';
  const given = query.get(SIGNATURE) ?? '';
  const signature = Buffer.from(given, 'base64url');
  // Buffer skips characters that are not base64url. Accept only the exact text that was sent.
  if (signature.length !== MAC_BYTES || signature.toString('base64url') !== given) return null;
  if (expiry !== '' && !UNIX_SECONDS.test(expiry)) return null;
  const until = expiry === '' ? Number.POSITIVE_INFINITY : Number(expiry) * 1_000;
  const isValid = secrets.some((secret) =>
    timingSafeEqual(signatureOf(linkKeyOf(secret, publicId), publicId, names, query, expiry), signature),
  );
  return isValid && until > now ? until : null;
}
