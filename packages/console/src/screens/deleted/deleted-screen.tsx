import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { Page } from '../../components/pages/page.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { KeepHistory } from '../../records/keep-history.tsx';
import { StoreTabs } from '../../records/store-tabs.tsx';
import { useStoreDetail } from '../../records/use-store-detail.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { deletedTexts as texts } from '../../texts/en/stores/deleted.ts';
import styles from './deleted.css';
import { DeletedRecords } from './deleted-records.tsx';

adoptStyles(styles);

/** The deleted records of a store. */
export default function DeletedScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const load = useStoreDetail(params.storeId ?? '');
  return (
    <Loaded load={load} isPage>
      {(detail) => <Deleted detail={detail} onKept={load.reload} />}
    </Loaded>
  );
}

function Deleted(props: { readonly detail: StoreDetail; readonly onKept: () => void }): JSX.Element {
  const { detail, onKept } = props;
  const { identity } = useSession();
  return (
    <Page
      title={detail.name}
      {...(identity.scope === 'account' ? { parent: { to: '/stores', label: texts.stores } } : {})}
    >
      <StoreTabs storeId={detail.id} />
      {detail.history === null ? (
        <KeepHistory storeId={detail.id} onKept={onKept} />
      ) : (
        <DeletedRecords detail={detail} />
      )}
    </Page>
  );
}
