import type { StoreDetail, StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/format.ts';
import { ChangeTypeDialog } from '../../records/change-type/change-type-dialog.tsx';
import { openStore } from '../../requests/open-store.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts as texts } from '../../texts/en/stores/schema.ts';
import { AddProperty } from './add-property.tsx';
import { DeleteProperty } from './delete-property.tsx';
import { EditProperty } from './edit-property.tsx';
import type { PropertyDialogProps } from './property-dialog.ts';
import { type PropertyAction, PropertyRow } from './property-row.tsx';
import { RenameProperty } from './rename-property.tsx';

/** Above this many records, values are counted only when the user asks for it. */
const UNASKED_MAX = 200_000;

/** The limit of the interface (docs/rules.md#store). */
const PROPERTIES_MAX = 100;

interface PropertyListProps {
  readonly detail: StoreDetail;
  readonly onChanged: (detail: StoreDetail) => void;
}

type OpenDialog = 'add' | { readonly action: PropertyAction; readonly property: StoreProperty };

/** The properties of a store, and what its records have as their values. */
export function PropertyList({ detail, onChanged }: PropertyListProps): JSX.Element {
  const { client } = useSession();
  const store = useMemo(() => openStore(client, detail.id), [client, detail.id]);
  const [isCounted, setCounted] = useState(detail.recordCount <= UNASKED_MAX);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { properties, recordCount } = detail;
  const close = () => setDialog(null);
  const isFull = properties.length >= PROPERTIES_MAX;
  return (
    <section class="schema-section" aria-labelledby="schema-properties">
      <header>
        <h2 id="schema-properties">{texts.properties}</h2>
        <span class="faint number">{properties.length}</span>
        <Button
          icon="add"
          disabled={isFull}
          title={isFull ? texts.full : undefined}
          onClick={() => setDialog('add')}
        >
          {texts.add}
        </Button>
      </header>
      {isFull && <p class="faint">{texts.full}</p>}
      {!isCounted && (
        <div class="note">
          <span>{texts.largeStore(formatNumber(recordCount))}</span>
          <Button size="small" onClick={() => setCounted(true)}>
            {texts.countValues}
          </Button>
        </div>
      )}
      <ul class="property-list card">
        {properties.map((property) => (
          <PropertyRow
            key={`${property.name}:${property.type}`}
            store={store}
            detail={detail}
            property={property}
            isCounted={isCounted}
            onAction={(action) => setDialog({ action, property })}
          />
        ))}
      </ul>
      {dialog === 'add' && <AddProperty detail={detail} onClose={close} onChanged={onChanged} />}
      {dialog !== null && dialog !== 'add' && (
        <ActionDialog {...dialog} store={store} detail={detail} onClose={close} onChanged={onChanged} />
      )}
    </section>
  );
}

function ActionDialog({
  action,
  ...props
}: PropertyDialogProps & { readonly action: PropertyAction }): JSX.Element {
  if (action === 'edit') return <EditProperty {...props} />;
  if (action === 'type') return <ChangeTypeDialog {...props} store={props.detail} />;
  return action === 'rename' ? <RenameProperty {...props} /> : <DeleteProperty {...props} />;
}
