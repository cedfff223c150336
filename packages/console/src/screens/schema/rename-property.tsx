import type { JSX } from 'preact';
import { NameDialog } from '../../components/overlays/name-dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import type { PropertyDialogProps } from './property-dialog.ts';

const texts = schemaTexts.property;

/** Renames a property. Its values stay. */
export function RenameProperty({ detail, property, onClose, onChanged }: PropertyDialogProps): JSX.Element {
  const { client } = useSession();
  const rename = (from: string, to: string) =>
    client.stores.properties.rename({ name: detail.name, id: detail.id }, from, to);
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
          undo: () => {
            rename(renamed, property.name).then(onChanged, (error: unknown) =>
              showToast(messageOf(error), { isBad: true }),
            );
          },
        });
      }}
    />
  );
}
