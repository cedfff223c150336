import type { ImageDetail, ImageSummary, ListImagesQuery } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findImageId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';

export interface ListImagesFlags extends AccountFlags, ListFlags {
  /** Part of the name. */
  readonly name?: string;
  readonly type?: 'static' | 'timer';
  readonly status?: 'active' | 'deleted' | 'all';
}

/** Runs `vitrine images list`: prints the images, newest first. */
export function listImages(terminal: Terminal, flags: ListImagesFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { name, type, status, limit } = flags;
    const filter: ListImagesQuery = {
      ...(name === undefined ? {} : { q: name }),
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
    };
    const pages = readPages((query) => vitrine.images.list(principal, { ...query, ...filter }), limit);
    await printList(terminal, flags, IMAGE_COLUMNS, pages);
  });
}

const IMAGE_COLUMNS: readonly Column<ImageSummary>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'STATUS', cell: ({ status }) => status },
  { header: 'SIZE', cell: describeSize },
  { header: 'BYTES', cell: ({ bytes }) => formatCount(bytes), align: 'right' },
  { header: 'FOLDER', cell: ({ folder }) => folder },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'URL', cell: ({ productionUrl }) => productionUrl },
];

function describeSize({ width, height, format }: ImageSummary): string {
  return `${width}×${height} ${format}`;
}

/** Runs `vitrine images show`: prints an image. Shows deleted images too. */
export function showImage(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const image = await vitrine.images.get(principal, await findImageId({ vitrine, principal }, given));
    printImage(terminal, image, flags);
  });
}

/** Prints an image. A timer has its target too. */
export function printImage(terminal: Terminal, image: ImageDetail, flags: { readonly json?: boolean }): void {
  printItem(terminal, flags, image, [
    ['id', image.id],
    ['name', image.name],
    ['type', image.type],
    ['status', image.status],
    ['folder', image.folder],
    ['size', describeSize(image)],
    ['bytes', formatCount(image.bytes)],
    ['target', image.timer?.targetDate],
    ['time zone', image.timer?.timeZone],
    ['expired', image.timer?.expired],
    ['url', image.productionUrl],
    ['html', image.html],
    ['created', image.date_created],
    ['updated', image.date_updated],
  ]);
}

/** Runs `vitrine images delete`: deletes images, which can be restored. */
export function deleteImages(
  terminal: Terminal,
  given: readonly string[],
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    // All of them are found before the first is deleted, so that a wrong one leaves everything as it is.
    const ids = new Set<string>();
    for (const text of given) ids.add(await findImageId({ vitrine, principal }, text));
    for (const id of ids) {
      await vitrine.images.delete(principal, id);
      printLine(terminal.stdout, `deleted  ${id}`);
    }
    printLine(terminal.stderr, 'Deleted images can be restored with "vitrine images restore".');
  });
}

/** Runs `vitrine images restore`: restores a deleted image into the root folder. */
export function restoreImage(terminal: Terminal, given: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findImageId({ vitrine, principal }, given);
    await vitrine.images.restore(principal, id);
    printLine(terminal.stdout, `restored  ${id}`);
  });
}

/** Runs `vitrine images rename`. */
export function renameImage(
  terminal: Terminal,
  given: string,
  name: string,
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findImageId({ vitrine, principal }, given);
    await vitrine.images.rename(principal, id, { name });
    printLine(terminal.stdout, `renamed  ${id}`);
  });
}

/** Runs `vitrine images move`. */
export function moveImage(
  terminal: Terminal,
  given: string,
  folder: string | null,
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findImageId({ vitrine, principal }, given);
    await vitrine.images.move(principal, id, { folder });
    printLine(terminal.stdout, `moved  ${id}`);
  });
}

/** Runs `vitrine images lookup`: prints the image with the production URL. Finds deleted images too. */
export function lookupImage(
  terminal: Terminal,
  url: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    printImage(terminal, await vitrine.images.lookup(principal, { url }), flags);
  });
}
