import { webcrypto } from 'node:crypto';
import type { BlobHash } from '../../storage/images/blobs.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Stores bytes under their hash. The row that uses them must be written within an hour (`BlobStorage`). */
export async function keepBlob(
  { storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>,
  account: string,
  bytes: Uint8Array,
): Promise<BlobHash> {
  const hash = await hashOf(bytes);
  await storage.blobs.put(hash, bytes, clock(), { account });
  return hash;
}

/** Returns the name of the bytes as a blob. Hashes in a thread of Node's, because large files would block the event loop. */
export async function hashOf({ buffer, byteOffset, byteLength }: Uint8Array): Promise<BlobHash> {
  const view =
    buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, byteOffset, byteLength)
      : Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength));
  const digest = await webcrypto.subtle.digest('SHA-256', view);
  return Buffer.from(digest).toString('hex');
}
