import type { JSX } from 'preact';
import { path } from '../router/location.ts';
import { hasPlace } from '../router/places.ts';
import { useSession } from '../session/session.ts';
import { common } from '../texts/en/common.ts';
import { LinkTabs } from './tabs.tsx';

/** The tabs of a store's screens that exist: records, charts, schema, import. */
export function StoreTabs({ storeId }: { readonly storeId: string }): JSX.Element {
  const { identity } = useSession();
  const address = `/stores/${encodeURIComponent(storeId)}`;
  const tab = (to: string, label: string) => ({ to, label, isCurrent: path.value === to });
  return (
    <LinkTabs
      label={common.storeTabs.label}
      tabs={[
        tab(address, common.storeTabs.records),
        tab(`${address}/charts`, common.storeTabs.charts),
        ...(identity.scope === 'account' ? [tab(`${address}/schema`, common.storeTabs.schema)] : []),
        tab(`${address}/import`, common.storeTabs.import),
      ].filter(({ to }) => hasPlace(to))}
    />
  );
}
