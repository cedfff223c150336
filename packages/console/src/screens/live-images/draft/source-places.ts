import type { Client, LiveDesign, MapResponse, StoreDetail, StoreProperty } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { openStore } from '../../../requests/open-store.ts';

/** Where a source finds its data. */
export interface SourcePlace {
  /** The name of the store or map. */
  readonly title: string;
  readonly properties: readonly Pick<StoreProperty, 'name' | 'type'>[];
}

/** By the name of the source. A place that is gone, or not loaded yet, is missing. */
export type SourcePlaces = Readonly<Record<string, SourcePlace>>;

const OF_EVERY_LOCATION: SourcePlace['properties'] = [
  { name: 'name', type: 'string' },
  { name: 'address', type: 'string' },
  { name: 'distance', type: 'number' },
  { name: 'uniqueId', type: 'string' },
  { name: 'lat', type: 'number' },
  { name: 'lng', type: 'number' },
];

/** Loads the stores of the sources of a design. A store is loaded once. */
export function useSourcePlaces(
  client: Client,
  { sources }: LiveDesign,
  maps: readonly MapResponse[],
): SourcePlaces {
  const [stores, setStores] = useState<Readonly<Record<string, StoreDetail>>>({});
  const wanted = Object.values(sources).flatMap((source) =>
    source.kind === 'nearest' ? [] : [source.storeId],
  );
  const missing = [...new Set(wanted)].filter((id) => id && !Object.hasOwn(stores, id)).join('\n');
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    for (const id of missing.split('\n').filter(Boolean)) {
      openStore(client, id)
        .detail({ signal })
        .then(
          (store) => setStores((before) => ({ ...before, [id]: store })),
          // A warning of the server says that it is gone.
          () => {},
        );
    }
    return () => aborting.abort();
  }, [client, missing]);
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]): [string, SourcePlace][] => {
      if (source.kind === 'nearest') {
        const map = maps.find(({ id }) => id === source.mapId);
        return map === undefined
          ? []
          : [[name, { title: map.name, properties: [...OF_EVERY_LOCATION, ...map.fields] }]];
      }
      const store = stores[source.storeId];
      return store === undefined ? [] : [[name, { title: store.name, properties: store.properties }]];
    }),
  );
}
