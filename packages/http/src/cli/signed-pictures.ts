import { writeFile } from 'node:fs/promises';
import type { SignedPicture } from '@vitrine/core';
import { fileError } from './command-error.ts';
import type { AccountFlags } from './database.ts';
import { findFont, findImageId } from './named-resources.ts';
import { formatCount, printLine, type Terminal } from './terminal.ts';
import { withMedia } from './with-media.ts';

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
    await write(terminal, file, await vitrine.thumbnails.open(tokenOf(thumbnailUrl), id));
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
    await write(terminal, file, await vitrine.fonts.openPreview(tokenOf(previewUrl), id));
  });
}

/** Returns the token of a signed URL, whose path ends with the token and the id. */
function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-2) ?? '';
}

async function write({ stdout }: Terminal, file: string, picture: SignedPicture): Promise<void> {
  const bytes = await picture.read();
  await writeFile(file, bytes).catch((error: unknown) => {
    throw fileError('write', file, error);
  });
  printLine(stdout, `${file}  ${formatCount(bytes.length)} bytes`);
}
