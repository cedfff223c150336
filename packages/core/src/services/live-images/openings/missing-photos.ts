import type { OpenedLive } from '../../../live/opening/opened-live.ts';
import { isImageHost } from '../../../values/image-host.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { readOwnPicture } from '../../images/image-urls.ts';
import { PHOTOS_WAIT } from './live-pictures.ts';

export type PhotoContext = Pick<ServiceContext, 'storage' | 'baseUrl' | 'remotePictures'>;

/** Returns a sentence for each layer whose photo is not shown, with the reason. */
export async function findMissingPhotos(
  { storage, baseUrl, remotePictures }: PhotoContext,
  accountId: string,
  { resolved, photos }: OpenedLive,
): Promise<readonly string[]> {
  if (photos.length === 0) return [];
  const found = await remotePictures.find(accountId, photos, PHOTOS_WAIT);
  if (found.size === photos.length) return [];
  const hosts = (await storage.accounts.get(accountId))?.imageHosts ?? [];
  return resolved.layers.flatMap(({ name, url }) =>
    url === null || found.has(url) ? [] : [`design.layers.${name}.url: ${reasonOf(baseUrl(), hosts, url)}`],
  );
}

function reasonOf(baseUrl: string, hosts: readonly string[], url: string): string {
  if (readOwnPicture(baseUrl, url) !== 'foreign') return `${url} is no picture of this server.`;
  const { hostname } = new URL(url);
  if (isImageHost(hosts, hostname)) return `${url} is no picture, or did not come in time.`;
  return `${url} is not shown, because ${hostname} is not listed (PUT /admin/image-hosts).`;
}
