import { webcrypto } from 'node:crypto';
import { type BlobBytes, UnavailableError } from '@vitrine/core';
import { AwsClient } from 'aws4fetch';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Required with temporary credentials. */
  readonly sessionToken?: string;
}

export interface S3Options {
  readonly bucket: string;
  readonly credentials: S3Credentials;
  /** Default `us-east-1`, which most stores other than Amazon S3 accept. */
  readonly region?: string;
  /** `https://host[:port]` of a store other than Amazon S3. The bucket is then the first segment of the path. */
  readonly endpoint?: string;
  /** Prefix of every key: `pictures/` keeps them in a folder. Default: empty. */
  readonly prefix?: string;
  /** Timeout of one call with its retries, in milliseconds. Default 60,000. */
  readonly timeout?: number;
}

const REGION = 'us-east-1';
const TIMEOUT = 60_000;
/** Retries after 429 and 5xx, with growing random delays. A failed connection is not retried. */
const RETRIES = 2;
const RETRY_MS = 100;

/**
 * Stores bytes as objects in an S3 bucket: of Amazon, or of any store that speaks the protocol with version 4
 * signatures. The bucket must exist. Only objects under `prefix` are read, written and removed, so other programs may
 * share the bucket.
 *
 * Every call throws `UnavailableError` if the store refuses it, redirects it, does not respond, or returns an error
 * other than "no such key". The cause is the error code of the store and contains no secret.
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
  // The certificates of Amazon cover one label before the host name, so a bucket with a dot goes into the path, too.
  const root =
    endpoint === undefined && !bucket.includes('.')
      ? `https://${bucket}.s3.${region}.amazonaws.com`
      : `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${bucket}`;

  function urlOf(key: string): string {
    return `${root}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Returns the body of a successful response, or null if the object does not exist. */
  async function request(key: string, init: RequestInit): Promise<Uint8Array | null> {
    let response: Response;
    let body: Uint8Array;
    try {
      // Following a redirect would send the session token, the signature and the bytes to another host.
      const signal = AbortSignal.timeout(timeout);
      response = await client.fetch(urlOf(key), { ...init, redirect: 'manual', signal });
      body = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw new UnavailableError('The object store does not respond.', { cause: causeOf(error) });
    }
    if (response.ok) return body;
    const code = errorCode(body);
    if (response.status === 404 && (code === 'NoSuchKey' || code === null)) return null;
    const cause = new Error(`${response.status} ${code ?? response.statusText}`.trim());
    throw new UnavailableError('The object store refused a call.', { cause });
  }

  return {
    async put(key, bytes) {
      // The signature covers this hash, so the store refuses bytes that were changed on the way.
      const headers = {
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': await sha256(bytes),
      };
      const stored = await request(key, { method: 'PUT', headers, body: plainView(bytes) });
      if (stored === null) throw new UnavailableError('The object store refused a call.');
    },
    get: (key) => request(key, { method: 'GET' }),
    async delete(key) {
      await request(key, { method: 'DELETE' });
    },
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', plainView(bytes))).toString('hex');
}

/** Returns the bytes as the platform's functions require them: not in shared memory. Copies only if they are. */
function plainView(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes);
}

/** Returns `NoSuchKey` for `<Error><Code>NoSuchKey</Code>…`, and null if there is no code. */
function errorCode(body: Uint8Array): string | null {
  return /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(body.subarray(0, 2_000)))?.[1] ?? null;
}

/** Returns the reason of a failed call. `fetch` hides it in the cause of its error. */
function causeOf(error: unknown): Error {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new Error(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason));
}
