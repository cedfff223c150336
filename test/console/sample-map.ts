import type { ConsoleServer } from './console-server.ts';

const PLACED = [
  ['Hotel Lisboa', 38.72, -9.14],
  ['Hotel Porto', 41.15, -8.61],
  ['Hotel Madrid', 40.42, -3.7],
  ['Hotel Paris', 48.86, 2.35],
  ['Hotel Berlin', 52.52, 13.4],
] as const;

const ADDRESSED = [
  ['Hotel Am Stephansplatz', 'Stephansplatz 1, 1010 Wien, Österreich'],
  ['Hotel Belvedere', 'Prinz-Eugen-Straße 27, Wien, Österreich'],
  ['Hotel Budapest', 'Andrássy út 22, 1061 Budapest, Hungary'],
  ['Hotel Springfield', '12 Main Street, Springfield'],
  ['Hotel Unbekannt', 'Kleinkleckersdorf, Germany'],
  ['Hotel Nowhere', 'to be announced'],
  ['Hotel Hilton', 'Paris Hilton'],
] as const;

/** Creates a map of twelve hotels, four of which need a person. Resolves when all addresses were looked up. */
export async function addHotels({ vitrine, principal }: ConsoleServer): Promise<number> {
  const map = await vitrine.maps.create(principal, {
    name: 'Hotels',
    unit: 'km',
    searchRadius: 80,
    maxResults: 100,
    fields: [
      { name: 'phone', type: 'string' },
      { name: 'rooms', type: 'number' },
      { name: 'breakfast', type: 'boolean' },
    ],
  });
  for (const [name, lat, lng] of PLACED) {
    await vitrine.locations.add(principal, map.id, {
      name,
      lat,
      lng,
      fields: { phone: '+43 1 000', rooms: 40 },
    });
  }
  for (const [name, address] of ADDRESSED) await vitrine.locations.add(principal, map.id, { name, address });
  for (;;) {
    const { locationCounts } = await vitrine.maps.get(principal, map.id);
    if (locationCounts.queued === 0) return map.id;
    await vitrine.runDueJobs();
  }
}
