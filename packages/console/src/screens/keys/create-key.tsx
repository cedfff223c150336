import type { CreateApiKeyRequest, CreatedApiKeyResponse, StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox, TextField } from '../../components/field.tsx';
import { expiryMember, type KeyExpiry, KeyExpiryField, KeyReach } from '../../components/keys/key-rights.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { holdSecret } from '../../session/held-keys.ts';
import { useSession } from '../../session/session.ts';
import { keysTexts } from '../../texts/en/access/keys.ts';
import { NewSecret } from './new-secret.tsx';

interface CreateKeyProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  /** Null: the whole account. */
  readonly storeId: string | null;
  readonly isReadOnly: boolean;
  readonly expiry: KeyExpiry;
  readonly addresses: string;
}

const texts = keysTexts.dialog;

/** Creates a key, then shows its secret. */
export function CreateKey({ stores, areAllStores, onCreated, onClose }: CreateKeyProps): JSX.Element {
  const { client, held } = useSession();
  const create = useCreation(client.keys.create);
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
      const { key: secret, ...key } = await create(requestOf(draft));
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
      <KeyReach
        stores={stores}
        areAllStores={areAllStores}
        storeId={draft.storeId}
        account={texts.account}
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
        <KeyExpiryField value={draft.expiry} onValue={(expiry) => change({ expiry })} />
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

function requestOf({ name, storeId, isReadOnly, expiry, addresses }: Draft): CreateApiKeyRequest {
  const ranges = addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name: name.trim(),
    ...(storeId === null ? {} : { storeId }),
    ...(isReadOnly ? { readOnly: true } : {}),
    ...expiryMember(expiry),
    ...(ranges.length === 0 ? {} : { addresses: ranges }),
  };
}
