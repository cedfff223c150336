import type { BlobBytes } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';

/** Where the bytes of pictures and fonts are stored, as `VITRINE_BLOBS` names it. */
export type BlobPlace =
  | { readonly kind: 'database' }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Ends with a slash, or is empty. */
      readonly prefix: string;
      readonly endpoint: string | undefined;
      readonly region: string | undefined;
    };

type Environment = Readonly<Record<string, string | undefined>>;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const PARAMETERS = ['endpoint', 'region'];

/** Parses the setting. @throws Error with a message of one line that contains no secret. */
export function readBlobPlace(text: string): BlobPlace {
  if (text === 'database') return { kind: 'database' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 's3:') {
    throw new Error('Expected database, or s3://bucket[/prefix][?endpoint=https://…&region=…].');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error(
      'Expected a URL without keys: they are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (!BUCKET.test(url.hostname) || url.port !== '')
    throw new Error('Expected s3:// followed by the name of a bucket.');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`Expected ${PARAMETERS.join(' and ')} only after the "?".`);
  const region = url.searchParams.get('region') ?? undefined;
  if (region !== undefined && !REGION.test(region))
    throw new Error('Expected a region such as eu-central-1.');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isOrigin(endpoint)) {
    throw new Error('Expected endpoint=https://host[:port], without a path or keys.');
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return { kind: 's3', bucket: url.hostname, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region };
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text);
}

/**
 * Returns the storage of bytes at the place, or null for the database. Reads keys, and parameters that the place omits,
 * from the standard variables of S3 tools. Sends no request yet.
 *
 * @throws Error when there are no keys.
 */
export async function openBlobPlace(place: BlobPlace, environment: Environment): Promise<BlobBytes | null> {
  if (place.kind === 'database') return null;
  const accessKeyId = environment.AWS_ACCESS_KEY_ID ?? '';
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY ?? '';
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new Error('s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  const sessionToken = environment.AWS_SESSION_TOKEN || undefined;
  const region = place.region ?? (environment.AWS_REGION || environment.AWS_DEFAULT_REGION || undefined);
  const endpoint =
    place.endpoint ?? (environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || undefined);
  // Loaded here so that servers without S3 don't need the client.
  const { s3BlobBytes } = await import('@vitrine/blobs-s3');
  return s3BlobBytes({
    bucket: place.bucket,
    prefix: place.prefix,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  });
}

/** Returns the storage with its blobs at the place. @throws Error like `openBlobPlace`. */
export async function storageWithBlobsAt(
  storage: Storage,
  place: BlobPlace,
  environment: Environment,
): Promise<Storage> {
  const blobs = await openBlobPlace(place, environment);
  if (blobs === null) return storage;
  // Loaded here because the settings import this file, and the help of the command line must start without the services.
  const { storageWithBlobBytes } = await import('@vitrine/core');
  return storageWithBlobBytes(storage, blobs);
}
