import type { StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { Checkbox, type Choice, SelectField, TextField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { NEW_STORE_HISTORY } from '../../records/keep-history.tsx';
import { useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, rememberPage } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';

type PropertyType = StoreProperty['type'];

interface Draft {
  readonly id: number;
  readonly name: string;
  readonly type: PropertyType;
  readonly unique: boolean;
}

const texts = storesTexts.dialog;

const TYPES = (Object.keys(storesTexts.types) as PropertyType[]).map(
  (value): Choice<PropertyType> => ({ value, label: storesTexts.types[value] }),
);

let lastId = 0;

function newDraft(): Draft {
  lastId += 1;
  return { id: lastId, name: '', type: 'string', unique: false };
}

/** Creates a store from a name and properties, and opens it. */
export function CreateStore({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { client } = useSession();
  const create = useCreation(client.stores.create);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [newDraft()]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{
    readonly at: 'name' | 'properties';
    readonly text: string;
  } | null>(null);
  const nameField = useFirstFocus();

  const change = (id: number, changes: Partial<Draft>) =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));

  async function submit(): Promise<void> {
    const properties = drafts
      .filter((draft) => draft.name.trim() !== '')
      .map((draft) => ({ name: draft.name.trim(), type: draft.type, unique: draft.unique }));
    if (name.trim() === '') {
      setProblem({ at: 'name', text: texts.nameMissing });
      nameField.current?.focus();
      return;
    }
    if (properties.length === 0) return setProblem({ at: 'properties', text: texts.propertyMissing });
    setBusy(true);
    const isHere = rememberPage();
    try {
      const about = description.trim() === '' ? {} : { description: description.trim() };
      const store = await create({
        name: name.trim(),
        ...about,
        properties,
        history: NEW_STORE_HISTORY,
      });
      if (!isHere()) return;
      onClose();
      navigate(`/stores/${encodeURIComponent(store.id)}`, { isSaved: true });
    } catch (error) {
      setBusy(false);
      setProblem({ at: 'properties', text: messageOf(error) });
    }
  }

  return (
    <Dialog
      title={texts.title}
      width={600}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.create} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        label={texts.name}
        value={name}
        inputRef={nameField}
        problem={problem?.at === 'name' ? problem.text : null}
        onValue={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
      <TextField
        label={texts.description}
        placeholder={texts.optional}
        value={description}
        onValue={setDescription}
      />
      <fieldset class="property-rows">
        <legend>{texts.properties}</legend>
        {drafts.map((draft) => (
          <div key={draft.id} class="property-row">
            <TextField
              label={texts.propertyName}
              isLabelUnseen
              placeholder={texts.propertyName}
              value={draft.name}
              onValue={(value) => {
                change(draft.id, { name: value });
                setProblem(null);
              }}
            />
            <SelectField
              label={texts.propertyType}
              isLabelUnseen
              value={draft.type}
              choices={TYPES}
              onValue={(type) => change(draft.id, { type })}
            />
            <Checkbox
              label={texts.unique}
              checked={draft.unique}
              onValue={(unique) => change(draft.id, { unique })}
            />
            <IconButton
              icon="trash"
              label={texts.removeProperty(draft.name)}
              disabled={drafts.length === 1}
              onClick={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
            />
          </div>
        ))}
        {problem?.at === 'properties' && (
          <p class="problem" role="alert">
            {problem.text}
          </p>
        )}
        <Button size="small" icon="add" onClick={() => setDrafts([...drafts, newDraft()])}>
          {texts.addProperty}
        </Button>
        <p class="hint">{texts.uniqueHint}</p>
      </fieldset>
    </Dialog>
  );
}
