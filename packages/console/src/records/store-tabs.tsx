import type { JSX } from 'preact';
import { LinkTabs } from '../components/tabs.tsx';
import { path } from '../router/location.ts';
import { hasPlace } from '../router/places.ts';
import { useSession } from '../session/session.ts';
import { storeTabsTexts as texts } from '../texts/en/stores/store-tabs.ts';
import { addressWithFilters, filtersOfAddress } from './views/filter-address.ts';

/** The tabs of a store's screens that exist: records and charts, under the same filters, schema, import, deleted records. */
export function StoreTabs({ storeId }: { readonly storeId: string }): JSX.Element {
  const { identity } = useSession();
  const address = `/stores/${encodeURIComponent(storeId)}`;
  const filters = filtersOfAddress();
  const places = [
    { place: address, label: texts.records, isFiltered: true },
    { place: `${address}/charts`, label: texts.charts, isFiltered: true },
    ...(identity.scope === 'account'
      ? [{ place: `${address}/schema`, label: texts.schema, isFiltered: false }]
      : []),
    { place: `${address}/import`, label: texts.import, isFiltered: false },
    { place: `${address}/deleted`, label: texts.deleted, isFiltered: false },
  ];
  return (
    <LinkTabs
      label={texts.label}
      tabs={places
        .filter(({ place }) => hasPlace(place))
        .map(({ place, label, isFiltered }) => ({
          to: isFiltered ? addressWithFilters(place, filters) : place,
          label,
          isCurrent: path.value === place,
        }))}
    />
  );
}
