import type { Client, ImageSummary } from '@vitrine/client';

/** Restores a deleted image into the folder in which it was. The server restores it into the root folder. */
export async function restoreImage(
  client: Client,
  { id, folder }: Pick<ImageSummary, 'id' | 'folder'>,
): Promise<void> {
  const now = await client.images.get(id);
  if (!now.active) await client.images.restore(id);
  // Someone else may have restored it already, and put it somewhere.
  if (folder !== null && (!now.active || now.folder === null)) await client.images.move(id, folder);
}
