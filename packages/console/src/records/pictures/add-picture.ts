import type { Client } from '@vitrine/client';

/** Large pictures need time on the way. */
const UPLOAD_MS = 10 * 60_000;

/** Adds a picture to the account. Returns its URL. */
export async function addPicture(client: Client, file: File): Promise<string> {
  const { productionUrl } = await client.images.add(file, { timeout: UPLOAD_MS });
  return productionUrl;
}
