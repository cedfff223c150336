import type { JSX } from 'preact';
import { path } from '../router/location.ts';
import { hasPlace } from '../router/places.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { LinkTabs } from './tabs.tsx';

/** The tabs of a store's screens that exist: records, charts, schema, import. */
export function StoreTabs({ storeId }: { readonly storeId: string }): JSX.Element {
  const { identity } = useSession();
  const address = `/stores/${encodeURIComponent(storeId)}`;
  const tab = (to: string, label: string) => ({ to, label, isCurrent: path.value === to });
  return (
    <LinkTabs
      label={shellTexts.storeTabs.label}
      tabs={[
        tab(address, shellTexts.storeTabs.records),
        tab(`${address}/charts`, shellTexts.storeTabs.charts),
        ...(identity.scope === 'account' ? [tab(`${address}/schema`, shellTexts.storeTabs.schema)] : []),
        tab(`${address}/import`, shellTexts.storeTabs.import),
      ].filter(({ to }) => hasPlace(to))}
    />
  );
}
