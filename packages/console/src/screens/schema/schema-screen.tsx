import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { StoreTabs } from '../../records/store-tabs.tsx';
import { useStoreDetail } from '../../records/use-store-detail.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { schemaTexts as texts } from '../../texts/en/stores/schema.ts';
import { CodeSection } from './code-section.tsx';
import { EditStore } from './edit-store.tsx';
import { PropertyList } from './property-list.tsx';
import styles from './schema.css';
import { StoreFacts } from './store-facts.tsx';

adoptStyles(styles);

/** The properties of a store, what its records have as their values, and code for it. */
export default function SchemaScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const load = useStoreDetail(params.storeId ?? '');
  return (
    <Loaded load={load} isPage>
      {(detail) => <Schema detail={detail} onChanged={load.replace} />}
    </Loaded>
  );
}

interface SchemaProps {
  readonly detail: StoreDetail;
  readonly onChanged: (detail: StoreDetail) => void;
}

function Schema({ detail, onChanged }: SchemaProps): JSX.Element {
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={detail.name}
      parent={{ to: '/stores', label: texts.stores }}
      actions={
        <Button icon="edit" onClick={() => setEditing(true)}>
          {texts.editStore}
        </Button>
      }
    >
      <StoreTabs storeId={detail.id} />
      <div class="schema">
        <StoreFacts detail={detail} />
        <PropertyList detail={detail} onChanged={onChanged} />
        <CodeSection detail={detail} />
      </div>
      {isEditing && <EditStore detail={detail} onClose={() => setEditing(false)} onChanged={onChanged} />}
    </Page>
  );
}
