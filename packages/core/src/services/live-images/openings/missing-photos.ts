import type { OpenedLive } from '../../../live/opening/opened-live.ts';
import { isImageHost } from '../../../values/image-host.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { readOwnPicture } from '../../images/image-urls.ts';
import { PHOTOS_WAIT } from './live-pictures.ts';

export type PhotoContext = Pick<ServiceContext, 'storage' | 'baseUrl' | 'media' | 'remotePictures'>;

/**
 * Returns a sentence for each layer whose photo is not shown, with the reason. Without `media`, which fetches pictures, there
 * is none for a listed host.
 */
export async function findMissingPhotos(
  { storage, baseUrl, media, remotePictures }: PhotoContext,
  accountId: string,
  { resolved, photos }: OpenedLive,
): Promise<readonly string[]> {
  if (photos.length === 0) return [];
  const found = await remotePictures.find(accountId, photos, PHOTOS_WAIT);
  if (found.size === photos.length) return [];
  const hosts = (await storage.accounts.get(accountId))?.imageHosts ?? [];
  const canFetch = media !== null;
  return resolved.layers.flatMap(({ name, url }) => {
    const reason = url === null || found.has(url) ? null : reasonOf(baseUrl(), hosts, url, canFetch);
    return reason === null ? [] : [`design.layers.${name}.url: ${reason}`];
  });
}

function reasonOf(baseUrl: string, hosts: readonly string[], url: string, canFetch: boolean): string | null {
  if (readOwnPicture(baseUrl, url) !== 'foreign') return `${url} is no picture of this server.`;
  const { hostname } = new URL(url);
  if (!isImageHost(hosts, hostname))
    return `${url} is not shown, because ${hostname} is not listed (PUT /admin/image-hosts).`;
  return canFetch ? `${url} is no picture, or did not come in time.` : null;
}
