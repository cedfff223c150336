import type { BlobHash, NumberedKind } from '../storage/index.ts';
import { difference } from './copy-error.ts';
import type { CopyRun } from './copy-run.ts';
import { imageIdsOf } from './walk.ts';

/** A run with the blobs that it shares between images. */
export interface ImageCopy extends CopyRun {
  /** Blobs that this run has copied. Many timers share a font. */
  readonly copiedBlobs: Set<BlobHash>;
}

/** The kinds whose highest number is copied with the images. */
export const NUMBERED: readonly NumberedKind[] = ['images', 'fonts'];

/**
 * Copies an account's images, fonts and drafts with their ids, and the highest number of each kind. Images and
 * fonts are copied in the order of their ids, so a resumed copy continues after the last one in the target.
 */
export async function copyImages(copy: ImageCopy, accountId: string): Promise<void> {
  const { from, to, now, advance } = copy;
  const lastFont = (await to.fonts.list(accountId)).at(-1)?.id ?? 0;
  for (const font of await from.fonts.list(accountId)) {
    if (font.id <= lastFont) continue;
    await copyBlobs(copy, [font.blob, font.sample]);
    await to.fonts.restore(font);
    advance(0);
  }
  const lastImage = (await imageIdsOf(to, accountId)).at(-1) ?? 0;
  for (const id of await imageIdsOf(from, accountId)) {
    if (id <= lastImage) continue;
    const image = await from.images.get(accountId, id);
    if (image === null) throw difference(`Image ${id} of account ${accountId} was deleted during the copy.`);
    const uses = await from.images.uses(accountId, id);
    await copyBlobs(copy, uses);
    await to.images.restore({ ...image, uses });
    advance(0);
  }
  for (const frame of await from.drafts.list(accountId, now)) await to.drafts.restore(frame);
  for (const kind of NUMBERED) {
    const last = await from.accountNumbers.last(accountId, kind);
    if (last !== null) await to.accountNumbers.raise(accountId, kind, last);
  }
}

/** Copies blobs with a new time of upload, so that no purge removes them before the row that uses them is inserted. */
async function copyBlobs(
  { from, to, now, copiedBlobs }: ImageCopy,
  hashes: readonly BlobHash[],
): Promise<void> {
  for (const hash of hashes) {
    if (copiedBlobs.has(hash)) continue;
    const bytes = await from.blobs.get(hash);
    if (bytes === null) throw difference(`Blob ${hash} is missing from the source.`);
    await to.blobs.put(hash, bytes, now);
    copiedBlobs.add(hash);
  }
}
