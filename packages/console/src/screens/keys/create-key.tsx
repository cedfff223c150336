import type { CreateApiKeyRequest, CreatedApiKeyResponse, StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { Checkbox, type Choice, SelectField, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { messageOf } from '../../session/describe-error.ts';
import { holdSecret } from '../../session/held-keys.ts';
import { useSession } from '../../session/session.ts';
import { keysTexts } from '../../texts/en/keys.ts';
import { NewSecret } from './new-secret.tsx';

interface CreateKeyProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

type Expiry = keyof typeof keysTexts.dialog.expiries;

interface Draft {
  readonly name: string;
  /** Null: the whole account. */
  readonly storeId: string | null;
  readonly isReadOnly: boolean;
  readonly expiry: Expiry;
  readonly addresses: string;
}

const texts = keysTexts.dialog;
const DAY_MS = 86_400_000;

const EXPIRIES = (['never', '1', '30', '90', '365'] as const).map(
  (value): Choice<Expiry> => ({ value, label: texts.expiries[value] }),
);

/** Creates a key, then shows its secret. */
export function CreateKey({ stores, areAllStores, onCreated, onClose }: CreateKeyProps): JSX.Element {
  const { client, held } = useSession();
  const [draft, setDraft] = useState<Draft>({
    name: '',
    storeId: stores[0]?.id ?? null,
    isReadOnly: false,
    expiry: 'never',
    addresses: '',
  });
  const [created, setCreated] = useState<CreatedApiKeyResponse | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly at: 'name' | 'form'; readonly text: string } | null>(
    null,
  );
  const nameField = useFirstFocus();
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };

  async function submit(): Promise<void> {
    if (draft.name.trim() === '') {
      setProblem({ at: 'name', text: texts.nameMissing });
      nameField.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const { key: secret, ...key } = await client.keys.create(requestOf(draft));
      holdSecret(held, { ...key, secret });
      setCreated({ ...key, key: secret });
      onCreated();
    } catch (error) {
      setProblem({ at: 'form', text: messageOf(error) });
      setBusy(false);
    }
  }

  if (created !== null) return <NewSecret created={created} onClose={onClose} />;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.create} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        label={texts.name}
        placeholder={texts.namePlaceholder}
        value={draft.name}
        inputRef={nameField}
        problem={problem?.at === 'name' ? problem.text : null}
        onValue={(name) => change({ name })}
      />
      <Reach
        stores={stores}
        areAllStores={areAllStores}
        storeId={draft.storeId}
        onValue={(storeId) => change({ storeId })}
      />
      <fieldset class="key-fieldset">
        <legend>{texts.limits}</legend>
        <Checkbox
          label={texts.readOnly}
          checked={draft.isReadOnly}
          onValue={(isReadOnly) => change({ isReadOnly })}
        />
        <p class="faint key-hint">{texts.readOnlyHint}</p>
        <SelectField
          label={texts.expiry}
          value={draft.expiry}
          choices={EXPIRIES}
          onValue={(expiry) => change({ expiry })}
        />
        <TextField
          label={texts.addresses}
          hint={texts.addressesHint}
          value={draft.addresses}
          onValue={(addresses) => change({ addresses })}
        />
      </fieldset>
      {problem?.at === 'form' && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
    </Dialog>
  );
}

interface ReachProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  readonly storeId: string | null;
  readonly onValue: (storeId: string | null) => void;
}

function Reach({ stores, areAllStores, storeId, onValue }: ReachProps): JSX.Element {
  const [first] = stores;
  return (
    <fieldset class="key-fieldset">
      <legend>{texts.reach}</legend>
      <label class="key-radio">
        <input
          type="radio"
          name="reach"
          checked={storeId !== null}
          disabled={first === undefined}
          onChange={() => onValue(first?.id ?? null)}
        />
        <span>
          {texts.store} {first === undefined && <span class="faint">{texts.noStores}</span>}
        </span>
      </label>
      {storeId !== null && (
        <SelectField
          label={texts.storeLabel}
          isLabelUnseen
          value={storeId}
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          hint={areAllStores ? null : texts.moreStores(formatNumber(stores.length))}
          onValue={onValue}
        />
      )}
      <label class="key-radio">
        <input type="radio" name="reach" checked={storeId === null} onChange={() => onValue(null)} />
        <span>{texts.account}</span>
      </label>
    </fieldset>
  );
}

function requestOf({ name, storeId, isReadOnly, expiry, addresses }: Draft): CreateApiKeyRequest {
  const ranges = addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name: name.trim(),
    ...(storeId === null ? {} : { storeId }),
    ...(isReadOnly ? { readOnly: true } : {}),
    ...(expiry === 'never'
      ? {}
      : { expiresAt: new Date(Date.now() + Number(expiry) * DAY_MS).toISOString() }),
    ...(ranges.length === 0 ? {} : { addresses: ranges }),
  };
}
