import type { ImageSummary } from '@vitrine/client';

export interface Folder {
  /** `''`: the root folder. */
  readonly name: string;
  readonly count: number;
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the folders of images with their numbers of images, the root folder first. */
export function foldersOf(images: readonly ImageSummary[]): readonly Folder[] {
  const counts = new Map<string, number>([['', 0]]);
  for (const { folder } of images) counts.set(folder ?? '', (counts.get(folder ?? '') ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => order.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
}

/** Returns the images of a folder; null: of all. */
export function imagesIn(images: readonly ImageSummary[], folder: string | null): readonly ImageSummary[] {
  return folder === null ? images : images.filter((image) => (image.folder ?? '') === folder);
}
