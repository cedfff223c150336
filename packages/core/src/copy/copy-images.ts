import type { BlobHash, Millis, NumberedKind, Storage } from '../storage/index.ts';
import { difference } from './copy-error.ts';
import { imageIdsOf } from './walk.ts';

/** What images, fonts and drafts are copied with. */
export interface ImageCopy {
  readonly from: Storage;
  readonly to: Storage;
  readonly now: Millis;
  /** @throws CopyError when the copy is to end. */
  readonly advance: (records: number) => void;
  /** Blobs that this run has brought over: many timers share a font. */
  readonly copiedBlobs: Set<BlobHash>;
}

const NUMBERED: readonly NumberedKind[] = ['images', 'fonts'];

/**
 * Brings an account's images, fonts and drafts over, with their numbers. Each kind goes in the order of its numbers, so a copy that
 * is taken up again goes on behind the last one that is there.
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
    if (image === null) throw difference(`Image ${id} of account ${accountId} was lost during the copy.`);
    const uses = await from.images.uses(accountId, id);
    await copyBlobs(copy, uses);
    await to.images.restore({ ...image, uses });
    advance(0);
  }
  for (const frame of await from.timerFrames.list(accountId, now)) await to.timerFrames.restore(frame);
  for (const kind of NUMBERED) {
    const last = await from.accountNumbers.last(accountId, kind);
    if (last !== null) await to.accountNumbers.raise(accountId, kind, last);
  }
}

/** As put just now, so that the row that uses them comes before any purge. */
async function copyBlobs(
  { from, to, now, copiedBlobs }: ImageCopy,
  hashes: readonly BlobHash[],
): Promise<void> {
  for (const hash of hashes) {
    if (copiedBlobs.has(hash)) continue;
    const bytes = await from.blobs.get(hash);
    if (bytes === null) throw difference(`The bytes ${hash} are gone from the source.`);
    await to.blobs.put(hash, bytes, now);
    copiedBlobs.add(hash);
  }
}
