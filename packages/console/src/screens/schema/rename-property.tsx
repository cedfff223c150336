import type { JSX } from 'preact';
import { NameDialog } from '../../components/overlays/name-dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { renameInViews } from '../../records/views/rename-in-views.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import type { PropertyDialogProps } from './property-dialog.ts';
import { PropertyUses } from './property-uses.tsx';

const texts = schemaTexts.property;

/** Renames a property. Its values stay. */
export function RenameProperty({ detail, property, onClose, onChanged }: PropertyDialogProps): JSX.Element {
  const { client } = useSession();
  const store = { name: detail.name, id: detail.id };
  const rename = async (from: string, to: string) => {
    const renamed = await client.stores.properties.rename(store, from, to);
    // The property has its new name, whatever happens to the views.
    await renameInViews(client, store, from, to).catch((error: unknown) =>
      showToast(texts.viewsNotRenamed(messageOf(error)), { isBad: true }),
    );
    return renamed;
  };
  return (
    <NameDialog
      title={texts.renameTitle(property.name)}
      label={texts.newName}
      hint={texts.renameHint}
      name={property.name}
      action={texts.rename}
      onClose={onClose}
      onName={async (renamed) => {
        onChanged(await rename(property.name, renamed));
        showToast(texts.renamed(property.name, renamed), {
          undo: () => rename(renamed, property.name).then(onChanged),
        });
      }}
    >
      <PropertyUses storeId={detail.id} name={property.name} />
    </NameDialog>
  );
}
