import { NotFoundError } from '../../../ground/errors.ts';
import { requireInt32 } from '../../../ground/int32.ts';
import { readLive, type StoredLiveDraft } from '../../../live/design/stored-design.ts';
import type { Principal } from '../../../ports/access.ts';
import type { ImageRow, LiveRow } from '../../../storage/images/images.ts';
import type { ServiceContext } from '../../calls/context.ts';

export type LiveImageRow = ImageRow & { readonly live: LiveRow };

/** Returns a live image, also a deleted one. @throws NotFoundError for one that is unknown, foreign, or none. */
export async function requireLiveImage(
  { storage }: Pick<ServiceContext, 'storage'>,
  { accountId }: Principal,
  id: string | number,
): Promise<LiveImageRow> {
  const image = await storage.images.get(accountId, requireInt32(id, 'live image'));
  if (image === null || image.live === null) throw new NotFoundError('live image');
  return { ...image, live: image.live };
}

/** Returns the design of a draft that begins with a live image. @param replaces whether saving it changes the image. */
export function startingFrom({ id, live }: LiveImageRow, replaces: boolean): StoredLiveDraft {
  const { design, targets, resources } = readLive(live);
  return { design, targets, of: { imageId: id, replaces, design, resources } };
}
