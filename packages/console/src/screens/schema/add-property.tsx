import type { StoreDetail, StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox, type Choice, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { showToast } from '../../components/toast.tsx';
import { problemsByField } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';

type PropertyType = StoreProperty['type'];

const texts = schemaTexts.property;
const FIELDS = ['name', 'type', 'unique', 'description'] as const;

const TYPES = (Object.keys(storesTexts.types) as PropertyType[]).map(
  (value): Choice<PropertyType> => ({ value, label: storesTexts.types[value] }),
);

interface AddPropertyProps {
  readonly detail: StoreDetail;
  readonly onClose: () => void;
  readonly onChanged: (detail: StoreDetail) => void;
}

/** Adds a property at the end of the schema. */
export function AddProperty({ detail, onClose, onChanged }: AddPropertyProps): JSX.Element {
  const { client } = useSession();
  const { recordCount } = detail;
  const [name, setName] = useState('');
  const [type, setType] = useState<PropertyType>('string');
  const [isRequired, setRequired] = useState(false);
  const [isUnique, setUnique] = useState(false);
  const [description, setDescription] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const nameField = useFirstFocus();

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      const property = {
        name: name.trim(),
        type,
        unique: isUnique,
        required: isRequired || isUnique,
        description: description.trim() || null,
      };
      onChanged(await client.stores.properties.add({ name: detail.name, id: detail.id }, property));
      onClose();
      showToast(texts.added(property.name));
    } catch (error) {
      setProblems(problemsByField(error, FIELDS));
      setBusy(false);
      nameField.current?.focus();
    }
  }

  return (
    <Dialog
      title={texts.addTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.add} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        label={texts.name}
        inputRef={nameField}
        value={name}
        problem={problems.name}
        onValue={(value) => {
          setName(value);
          setProblems({});
        }}
      />
      <SelectField
        label={texts.type}
        value={type}
        choices={TYPES}
        problem={problems.type}
        onValue={setType}
      />
      <TextArea
        label={schemaTexts.description}
        value={description}
        problem={problems.description}
        onValue={setDescription}
      />
      <div class="rules">
        <Checkbox
          label={schemaTexts.required}
          checked={isRequired || isUnique}
          disabled={isUnique}
          onValue={setRequired}
        />
        {isRequired && recordCount > 0 && (
          <p class="faint">{texts.existingLack(formatNumber(recordCount), recordCount === 1)}</p>
        )}
        <Checkbox
          label={schemaTexts.unique}
          checked={isUnique}
          disabled={recordCount > 0}
          onValue={setUnique}
        />
        <p class="faint">{recordCount > 0 ? texts.uniqueOnlyEmpty : storesTexts.dialog.uniqueHint}</p>
        {problems.unique && <p class="problem">{problems.unique}</p>}
      </div>
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}
