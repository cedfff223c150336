import type { LiveDesign } from '../../../contracts/live/live-design.ts';
import type { LiveSource } from '../../../contracts/live/live-sources.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import type { LiveEnvironment, SourcePlace } from '../../../live/check/live-environment.ts';
import type { ServiceContext } from '../../calls/context.ts';

/** Reads the stores and maps of the sources of a design, which are those of the account that owns the design. */
export async function readPlaces(
  context: Pick<ServiceContext, 'storage'>,
  accountId: string,
  { sources }: LiveDesign,
): Promise<LiveEnvironment> {
  const places = Object.entries(sources).map(
    async ([name, source]) => [name, await readPlace(context, accountId, source)] as const,
  );
  return new Map(await Promise.all(places));
}

async function readPlace(
  { storage }: Pick<ServiceContext, 'storage'>,
  accountId: string,
  source: LiveSource,
): Promise<SourcePlace> {
  if (source.kind === 'nearest') return storage.maps.get({ accountId, id: source.mapId });
  return canBeStored(source.storeId) ? await storage.stores.get(accountId, source.storeId) : null;
}
