import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { Checkbox, TextArea } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { showToast } from '../../components/toast.tsx';
import { messageOf, problemsByField } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/schema.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { type PropertyDialogProps, useValueCount } from './property-dialog.ts';

const texts = schemaTexts.property;
const FIELDS = ['description', 'required'] as const;

/** Changes what the interface lets change in a property: its description, and whether it is required. */
export function EditProperty(props: PropertyDialogProps): JSX.Element {
  const { store, detail, property, onClose, onChanged } = props;
  const { client } = useSession();
  const { name, unique } = property;
  const [description, setDescription] = useState(property.description ?? '');
  const [isRequired, setRequired] = useState(property.required);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const { count } = useValueCount(store, name);
  const lacking = count === null ? 0 : detail.recordCount - count;

  const change = (changes: { readonly description: string | null; readonly required: boolean }) =>
    client.stores.properties.update({ name: detail.name, id: detail.id }, name, changes);

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      onChanged(await change({ description: description.trim() || null, required: isRequired }));
      onClose();
      showToast(texts.changed(name), {
        undo: () => {
          change({ description: property.description, required: property.required }).then(
            onChanged,
            (error: unknown) => showToast(messageOf(error), { isBad: true }),
          );
        },
      });
    } catch (error) {
      setProblems(problemsByField(error, FIELDS));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.editTitle(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={shellTexts.save} busy={isBusy} onCancel={onClose} />}
    >
      <TextArea
        label={schemaTexts.description}
        value={description}
        problem={problems.description}
        onValue={setDescription}
      />
      <div class="rules">
        <Checkbox label={schemaTexts.required} checked={isRequired} disabled={unique} onValue={setRequired} />
        {unique && <p class="faint">{texts.uniqueIsRequired}</p>}
        {isRequired && !property.required && lacking > 0 && (
          <p class="note warn">{texts.existingLack(formatNumber(lacking), lacking === 1)}</p>
        )}
        {problems.required && <p class="problem">{problems.required}</p>}
      </div>
      <p class="faint">{texts.immutable}</p>
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}
