import { UnavailableError } from '../../ground/errors.ts';
import type { Media } from '../../media/media.ts';
import type { FontSource } from '../../media/timer-scene.ts';
import type { BlobHash } from '../../storage/images/blobs.ts';
import type { FontFacts } from '../../storage/images/fonts.ts';
import type { ServiceContext } from '../calls/context.ts';

/** A font or a picture that a design names, or why it can't be used. */
export type FoundResource<Resource> =
  | { readonly found: Resource }
  | {
      /** A saved design keeps what it has pinned. Null: none. */
      readonly pinned: Resource | null;
      readonly message: string;
    };

/** Upper bound of fonts that a message names. */
const NAMED_MAX = 20;

/**
 * Finds a font of the account, or a built-in one.
 *
 * @param pinned what a saved design has for this id. Null: nothing.
 */
export async function findFont(
  { storage }: Pick<ServiceContext, 'storage'>,
  media: Media,
  accountId: string,
  id: number,
  needsDigits: boolean,
  pinned: FontSource | null,
): Promise<FoundResource<FontSource>> {
  const isFit = ({ hasDigits }: FontFacts) => hasDigits || !needsDigits;
  const builtin = media.builtinFonts.find((font) => font.id === id);
  if (builtin !== undefined && isFit(builtin.facts)) return { found: { builtin: id } };
  const font = builtin === undefined ? await storage.fonts.get(accountId, id) : null;
  if (font !== null && isFit(font)) return { found: { blob: font.blob } };
  const exists = builtin !== undefined || font !== null;
  const reason = exists ? `The font ${id} has no digits 0 to 9.` : `No font has the id ${id}.`;
  const custom = (await storage.fonts.list(accountId)).filter(isFit);
  const names = [
    ...custom.slice(-NAMED_MAX).map((one) => `${one.id} (${one.fullName})`),
    ...media.builtinFonts
      .filter(({ facts }) => isFit(facts))
      .map((one) => `${one.id} (${one.facts.fullName})`),
  ];
  const allowed = names.join(', ') + (custom.length > NAMED_MAX ? ' and others of the list of fonts' : '');
  return { pinned, message: `${reason} Allowed: ${allowed}.` };
}

/** Finds a static image of the account. Returns the hash of its bytes. @param pinned as for `findFont`. */
export async function findPicture(
  { storage }: Pick<ServiceContext, 'storage'>,
  accountId: string,
  id: number,
  pinned: string | null,
): Promise<FoundResource<string>> {
  const image = await storage.images.get(accountId, id);
  if (image?.active === true && image.blob !== null) return { found: image.blob };
  const reason =
    image === null
      ? `No image has the id ${id}.`
      : image.active
        ? `The image ${id} is a ${image.type === 'live' ? 'live image' : 'timer'}.`
        : `The image ${id} is deleted.`;
  return { pinned, message: `${reason} Allowed: null, and the ids of static images.` };
}

/**
 * Puts the bytes of blobs again, so that they stay until the image that uses them is inserted, even if the font or the
 * image that they come from is deleted concurrently. @throws UnavailableError if one is being deleted.
 */
export async function keepAgain(
  { storage, clock, hotBlobs }: Pick<ServiceContext, 'storage' | 'clock' | 'hotBlobs'>,
  accountId: string,
  hashes: readonly BlobHash[],
): Promise<void> {
  for (const hash of hashes) {
    const bytes = await hotBlobs.get(hash, accountId);
    if (bytes === null) throw new UnavailableError('A font or a picture is being deleted; try again.');
    await storage.blobs.put(hash, bytes, clock());
  }
}
