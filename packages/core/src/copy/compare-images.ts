import { createHash } from 'node:crypto';
import type { BlobHash, Millis, Storage } from '../storage/index.ts';
import { difference } from './copy-error.ts';
import { NUMBERED } from './copy-images.ts';
import { requireEqual, sorted } from './equal.ts';
import { imageIdsOf } from './walk.ts';

interface ImageComparison {
  readonly from: Storage;
  readonly to: Storage;
  readonly now: Millis;
  readonly onRecords: (count: number) => void;
}

export interface ComparedImages {
  images: number;
  fonts: number;
  drafts: number;
}

/**
 * Compares an account's images, fonts, drafts and highest numbers, and verifies the SHA-256 of every blob that
 * they use in the target, which is also the blob's name. Skips the blobs in `checkedBlobs` and adds those that it
 * verified.
 *
 * @throws CopyError `differs` at the first difference.
 */
export async function compareImages(
  { from, to, now, onRecords }: ImageComparison,
  accountId: string,
  checkedBlobs: Set<BlobHash>,
): Promise<ComparedImages> {
  const account = `of account ${accountId}`;
  const [fonts, copiedFonts] = await Promise.all([from.fonts.list(accountId), to.fonts.list(accountId)]);
  requireEqual(fonts.map(sorted), copiedFonts.map(sorted), `The fonts ${account}`);
  for (const { blob, sample } of copiedFonts) await checkBlobs(to, [blob, sample], checkedBlobs);

  const [ids, copiedIds] = await Promise.all([imageIdsOf(from, accountId), imageIdsOf(to, accountId)]);
  requireEqual(ids, copiedIds, `The images ${account}`);
  for (const id of ids) {
    const [image, copied] = await Promise.all([from.images.get(accountId, id), to.images.get(accountId, id)]);
    const [uses, copiedUses] = await Promise.all([
      from.images.uses(accountId, id),
      to.images.uses(accountId, id),
    ]);
    requireEqual([sortedDeep(image), uses], [sortedDeep(copied), copiedUses], `Image ${id} ${account}`);
    await checkBlobs(to, copiedUses, checkedBlobs);
    onRecords(0);
  }

  const frames = await from.drafts.list(accountId, now);
  const copiedFrames = await to.drafts.list(accountId, now);
  requireEqual(frames.map(sorted), copiedFrames.map(sorted), `The drafts ${account}`);
  for (const kind of NUMBERED) {
    const last = await from.accountNumbers.last(accountId, kind);
    requireEqual(
      last,
      await to.accountNumbers.last(accountId, kind),
      `The highest numbers of ${kind} ${account}`,
    );
  }
  return { images: ids.length, fonts: fonts.length, drafts: frames.length };
}

async function checkBlobs(
  to: Storage,
  hashes: readonly BlobHash[],
  checkedBlobs: Set<BlobHash>,
): Promise<void> {
  for (const hash of hashes) {
    if (checkedBlobs.has(hash)) continue;
    const bytes = await to.blobs.get(hash);
    if (bytes === null) throw difference(`Blob ${hash} is missing from the target.`);
    const sum = createHash('sha256').update(bytes).digest('hex');
    if (sum !== hash) throw difference(`Blob ${hash} is corrupt in the target (its SHA-256 is ${sum}).`);
    checkedBlobs.add(hash);
  }
}

/** Returns the members sorted by name, and likewise the members of each member that is an object. */
function sortedDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return sorted(value).map(([name, member]) => [name, sortedDeep(member)]);
}
