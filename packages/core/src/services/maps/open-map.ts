import { NotFoundError } from '../../ground/errors.ts';
import { requireInt32 } from '../../ground/int32.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { MapRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/**
 * Returns the map, for an account principal. The id is a number or text from a path.
 * @throws ForbiddenError for a store key, regardless of the id.
 * @throws NotFoundError for unknown, deleted and foreign maps.
 */
export async function openMap(
  { storage }: ServiceContext,
  principal: Principal,
  mapId: string | number,
): Promise<MapRow> {
  requireAccountKey(principal);
  const map = await storage.maps.get({ accountId: principal.accountId, id: requireInt32(mapId, 'map') });
  if (map === null) throw new NotFoundError('map');
  return map;
}
