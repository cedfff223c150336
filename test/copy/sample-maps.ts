import type { Principal, Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';

/** Returns maps and their locations, oldest first. A copy turns processing locations back into queued ones. */
export async function mapContentsOf(storage: Storage, accountId: string) {
  const maps = [];
  for (const map of (await storage.maps.list(accountId, { before: null, limit: 1_000 })).rows) {
    const locations = (await storage.locations.walk(map, null, 10_000)).map(({ seq: _, status, ...row }) => ({
      ...row,
      status: status === 'processing' ? 'queued' : status,
    }));
    maps.push({ map, locations, counts: await storage.locations.counts(map) });
  }
  return { maps, last: await storage.accountNumbers.last(accountId, 'maps') };
}

/** Creates maps with locations in every state. Deletes one location and the newest map. */
export async function fillMaps(
  vitrine: Vitrine,
  storage: Storage,
  principal: Principal,
  now: number,
): Promise<void> {
  const map = await vitrine.maps.create(principal, {
    name: 'Läden “1”',
    searchRadius: 7,
    maxResults: 77,
    unit: 'km',
    fields: [
      { name: 'Öffnung', type: 'string' },
      { name: 'gone', type: 'string' },
      { name: 'seats', type: 'number' },
      { name: 'open', type: 'boolean' },
    ],
  });
  const other = await vitrine.maps.create(principal, { name: 'Empty' });
  const gone = await vitrine.maps.create(principal, { name: 'Gone' });
  await vitrine.locations.add(principal, gone.id, { address: 'of a deleted map' });
  for (let i = 0; i < 30; i++) {
    await vitrine.locations.add(principal, map.id, {
      uniqueId: `shop ${i}`,
      name: i % 2 === 0 ? null : 'Ä',
      ...(i % 4 === 0
        ? {}
        : { fields: { Öffnung: `“${i}” ["`, gone: 'x', seats: i / 4, open: i % 3 === 0 } }),
      ...(i % 3 === 0 ? { lat: i / 7, lng: -i / 3 } : { address: `${i} Größe Straße` }),
    });
  }
  const claims = await storage.geocoding.claim(9, now + 86_400_000, now + 86_400_000);
  const [located, failed, , ...waiting] = claims.filter(({ mapId }) => mapId === map.id);
  if (located === undefined || failed === undefined) throw new Error('the sample has no claims');
  const place = {
    lat: 48.2,
    lng: 16.37,
    precision: 'city',
    error: 'ambiguous',
    confidence: 0.5,
    matched: ['Größe'],
  } as const;
  await storage.geocoding.settle(located, { status: 'located', ...place }, null, now);
  await storage.geocoding.settle(failed, { status: 'failed', error: 'no_match' }, null, now);
  for (const claim of waiting) await storage.geocoding.retry(claim, now, { uncount: false });
  const [newest] = (await vitrine.locations.search(principal, map.id)).items;
  await vitrine.locations.delete(principal, map.id, newest?.id ?? '');
  const left = map.fields.filter(({ name }) => name !== 'gone');
  await vitrine.maps.update(principal, map.id, { fields: left });
  await vitrine.maps.delete(principal, gone.id);
  await vitrine.maps.update(principal, other.id, { name: 'Still empty' });
}
