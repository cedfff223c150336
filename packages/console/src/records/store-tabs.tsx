import type { JSX } from 'preact';
import { LinkTabs } from '../components/tabs.tsx';
import { path } from '../router/location.ts';
import { hasPlace } from '../router/places.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { addressWithFilters, filtersOfAddress } from './views/filter-address.ts';

/** The tabs of a store's screens that exist: records and charts, under the same filters, schema, import, deleted records. */
export function StoreTabs({ storeId }: { readonly storeId: string }): JSX.Element {
  const { identity } = useSession();
  const address = `/stores/${encodeURIComponent(storeId)}`;
  const filters = filtersOfAddress();
  const places = [
    { place: address, label: shellTexts.storeTabs.records, isFiltered: true },
    { place: `${address}/charts`, label: shellTexts.storeTabs.charts, isFiltered: true },
    ...(identity.scope === 'account'
      ? [{ place: `${address}/schema`, label: shellTexts.storeTabs.schema, isFiltered: false }]
      : []),
    { place: `${address}/import`, label: shellTexts.storeTabs.import, isFiltered: false },
    { place: `${address}/deleted`, label: shellTexts.storeTabs.deleted, isFiltered: false },
  ];
  return (
    <LinkTabs
      label={shellTexts.storeTabs.label}
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
