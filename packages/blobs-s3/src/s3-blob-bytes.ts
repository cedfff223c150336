import { webcrypto } from 'node:crypto';
import { type BlobBytes, UnavailableError } from '@vitrine/core';
import { AwsClient } from 'aws4fetch';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

export interface S3Options {
  readonly bucket: string;
  readonly credentials: S3Credentials;
  /** Default `us-east-1`, which most stores that are not Amazon's take. */
  readonly region?: string;
  /** `https://host[:port]` of a store that is not Amazon's; the bucket is then the path's first part. */
  readonly endpoint?: string;
  /** Begins every key: `pictures/` keeps them in a folder. Default none. */
  readonly prefix?: string;
  /** Milliseconds for one call with all its tries. Default 60,000. */
  readonly timeout?: number;
}

const REGION = 'us-east-1';
const TIMEOUT = 60_000;
/** Further tries after 429 and 5xx, with waits that grow and differ. A connection that fails is not tried again. */
const RETRIES = 2;
const RETRY_MS = 100;

/**
 * Keeps bytes as objects of an S3 bucket, Amazon's or any that speaks its protocol with signatures of version 4. The bucket must
 * be there; of its objects only those under `prefix` are read, written and removed, so that others may share it. Calls that
 * are refused, redirected, not answered, or answered by another error than "no such key" throw `UnavailableError`, with the store's
 * error code as its cause and nothing secret in it.
 */
export function s3BlobBytes(options: S3Options): BlobBytes {
  const { bucket, credentials, region = REGION, endpoint, prefix = '', timeout = TIMEOUT } = options;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region,
    retries: RETRIES,
    initRetryMs: RETRY_MS,
  });
  // Amazon's certificates cover one name before its own, so a bucket with a dot goes into the path as well.
  const root =
    endpoint === undefined && !bucket.includes('.')
      ? `https://${bucket}.s3.${region}.amazonaws.com`
      : `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${bucket}`;

  function urlOf(key: string): string {
    return `${root}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** The body of a successful answer; null for an object that is not there. */
  async function ask(key: string, init: RequestInit): Promise<Uint8Array | null> {
    let response: Response;
    let body: Uint8Array;
    try {
      // A redirect is refused like an error: followed, it would take the session token, signature and bytes to another host.
      const signal = AbortSignal.timeout(timeout);
      response = await client.fetch(urlOf(key), { ...init, redirect: 'manual', signal });
      body = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw new UnavailableError('The object store does not answer.', { cause: causeOf(error) });
    }
    if (response.ok) return body;
    const code = errorCode(body);
    if (response.status === 404 && (code === 'NoSuchKey' || code === null)) return null;
    const cause = new Error(`${response.status} ${code ?? response.statusText}`.trim());
    throw new UnavailableError('The object store refused a call.', { cause });
  }

  return {
    async put(key, bytes) {
      // Over what was signed the store computes the same sum, so bytes that were changed on the way are refused.
      const headers = {
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': await sha256(bytes),
      };
      const stored = await ask(key, { method: 'PUT', headers, body: plainView(bytes) });
      if (stored === null) throw new UnavailableError('The object store refused a call.');
    },
    get: (key) => ask(key, { method: 'GET' }),
    async delete(key) {
      await ask(key, { method: 'DELETE' });
    },
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', plainView(bytes))).toString('hex');
}

/** The bytes in memory that nobody shares, which is what the platform's functions take; nearly always as they are. */
function plainView(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes);
}

/** `<Error><Code>NoSuchKey</Code>…`: the one word that is needed of it. */
function errorCode(body: Uint8Array): string | null {
  return /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(body.subarray(0, 2_000)))?.[1] ?? null;
}

/** The platform hides what went wrong one level down. */
function causeOf(error: unknown): Error {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new Error(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason));
}
