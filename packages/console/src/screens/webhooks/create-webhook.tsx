import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { useCreation } from '../../requests/creation.ts';
import { problemsByField } from '../../requests/describe-error.ts';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { MessagePreview } from './message-preview.tsx';
import { RECORD_EVENTS, requestOf, type WebhookDraft } from './webhook-draft.ts';
import { WebhookEvents } from './webhook-events.tsx';
import { WebhookFilters } from './webhook-filters.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookStores } from './webhook-stores.tsx';

const texts = webhooksTexts.dialog;

const FIELDS = ['url', 'events', 'storeIds', 'filters', 'description', 'headers'] as const;
const PAYLOADS = (['thin', 'full'] as const).map((value) => ({ value, label: texts.payloads[value] }));

interface CreateWebhookProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

/** Creates a webhook beside a message as it will be sent, then shows its secret. */
export function CreateWebhook({ stores, areAllStores, onCreated, onClose }: CreateWebhookProps): JSX.Element {
  const { client } = useSession();
  const create = useCreation(client.webhooks.create);
  const [draft, setDraft] = useState<WebhookDraft>({
    url: '',
    description: '',
    events: [...RECORD_EVENTS, 'records.imported'],
    storeIds: null,
    filters: [],
    payload: 'thin',
    headerName: '',
    headerValue: '',
  });
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const urlField = useFirstFocus();
  const change = (changes: Partial<WebhookDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblems({});
  };

  async function submit(): Promise<void> {
    const missing = {
      ...(draft.events.length === 0 ? { events: texts.noneChosen } : {}),
      ...(draft.storeIds?.length === 0 ? { storeIds: texts.noneChosen } : {}),
      ...(draft.filters === null ? { filters: texts.filterMissing } : {}),
      ...(draft.headerName.trim() === '' && draft.headerValue.trim() !== ''
        ? { headers: texts.headerNameMissing }
        : {}),
    };
    if (Object.keys(missing).length > 0) return setProblems(missing);
    setBusy(true);
    try {
      setCreated(await create(requestOf(draft)));
      onCreated();
    } catch (error) {
      setProblems(problemsByField(error, FIELDS));
      setBusy(false);
    }
  }

  if (created !== null) {
    const close = () => {
      onClose();
      navigate(`/webhooks/${encodeURIComponent(created.id)}`);
    };
    return <WebhookSecret secret={created.secret} onClose={close} />;
  }
  const only = draft.storeIds?.length === 1 ? (draft.storeIds[0] ?? null) : null;
  return (
    <Dialog
      title={texts.title}
      width={620}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.create} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        type="url"
        label={texts.url}
        hint={texts.urlHint}
        placeholder="https://shop.example.com/vitrine"
        value={draft.url}
        inputRef={urlField}
        problem={problems.url}
        onValue={(url) => change({ url })}
      />
      <TextField
        label={texts.description}
        placeholder={texts.optional}
        value={draft.description}
        problem={problems.description}
        onValue={(description) => change({ description })}
      />
      <WebhookEvents
        events={draft.events}
        problem={problems.events}
        onEvents={(events) => change({ events })}
      />
      <WebhookStores
        stores={stores}
        areAllStores={areAllStores}
        chosen={draft.storeIds}
        problem={problems.storeIds}
        onChoose={(storeIds) => change({ storeIds, filters: [] })}
      />
      {only !== null && (
        <WebhookFilters key={only} storeId={only} onFilters={(filters) => change({ filters })} />
      )}
      {problems.filters && (
        <p class="problem" role="alert">
          {problems.filters}
        </p>
      )}
      <SelectField
        label={texts.payload}
        value={draft.payload}
        choices={PAYLOADS}
        onValue={(payload) => change({ payload })}
      />
      <fieldset class="webhook-header">
        <legend>{texts.header}</legend>
        <TextField
          label={texts.headerName}
          isLabelUnseen
          placeholder="Authorization"
          value={draft.headerName}
          problem={problems.headers}
          onValue={(headerName) => change({ headerName })}
        />
        <TextField
          label={texts.headerValue}
          isLabelUnseen
          placeholder="Bearer …"
          value={draft.headerValue}
          onValue={(headerValue) => change({ headerValue })}
        />
        <p class="faint">{texts.headerHint}</p>
      </fieldset>
      <MessagePreview draft={draft} storeId={draft.storeIds?.[0] ?? stores[0]?.id ?? null} />
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}
