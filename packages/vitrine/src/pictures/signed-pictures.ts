import type { AccountFlags } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import { findFont, findImageId } from '../lists/named-resources.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writePicture } from '../terminal/write-picture.ts';

/** Runs `vitrine images thumbnail`: writes the WebP that `thumbnailUrl` shows. Replaces an earlier file. */
export function writeThumbnail(
  terminal: Terminal,
  given: string,
  file: string,
  flags: AccountFlags,
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const id = await findImageId({ vitrine, principal }, given);
    const { thumbnailUrl } = await vitrine.images.get(principal, id);
    const thumbnail = await vitrine.thumbnails.open(tokenOf(thumbnailUrl), id);
    await writePicture(terminal, file, await thumbnail.read());
  });
}

/** Runs `vitrine fonts preview`: writes the WebP that `previewUrl` shows. Replaces an earlier file. */
export function writeFontPreview(
  terminal: Terminal,
  given: string,
  file: string,
  flags: AccountFlags,
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { id, previewUrl } = await findFont({ vitrine, principal }, given);
    const preview = await vitrine.fonts.openPreview(tokenOf(previewUrl), id);
    await writePicture(terminal, file, await preview.read());
  });
}

/** Returns the token of a signed URL, whose path ends with the token and the id. */
function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-2) ?? '';
}
