import type { UpdatePropertyRequest } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox, TextArea } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { changeProperty } from '../../forms/change-property.ts';
import { changedMembers } from '../../forms/changed-members.ts';
import {
  draftOfFormat,
  formatOfDraft,
  NumberFormatFields,
} from '../../records/number-format/number-format-fields.tsx';
import { problemsByField } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { type PropertyDialogProps, useValueCount } from './property-dialog.ts';

const texts = schemaTexts.property;
const FIELDS = ['description', 'required'] as const;

/** What the dialog changes. */
type Changes = Pick<UpdatePropertyRequest, 'description' | 'required' | 'format'>;

/** Changes what the interface lets change in a property: its description, whether it is required, how it is shown. */
export function EditProperty(props: PropertyDialogProps): JSX.Element {
  const { store, detail, property, onClose, onChanged } = props;
  const { client } = useSession();
  const { name, unique } = property;
  // As the form began with it: it may be loaded anew meanwhile.
  const [before] = useState<Changes>({
    description: property.description,
    required: property.required,
    format: property.format ?? null,
  });
  const [description, setDescription] = useState(property.description ?? '');
  const [isRequired, setRequired] = useState(property.required);
  const isNumber = property.type === 'number';
  const [format, setFormat] = useState(() => draftOfFormat(property.format));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const { count } = useValueCount(store, name);
  const lacking = count === null ? 0 : detail.recordCount - count;

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      const after: Changes = {
        description: description.trim() || null,
        required: isRequired,
        format: isNumber ? formatOfDraft(format) : null,
      };
      const place = { name: detail.name, id: detail.id };
      const changed = await changeProperty(client, place, name, changedMembers(before, after));
      onChanged(changed.detail);
      onClose();
      showToast(texts.changed(name), { undo: () => changed.undo().then(onChanged) });
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
      {isNumber && <NumberFormatFields draft={format} onDraft={setFormat} />}
      <p class="faint">{texts.immutable}</p>
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}
