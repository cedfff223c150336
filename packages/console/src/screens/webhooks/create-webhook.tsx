import type { CreateWebhookRequest, StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { navigate } from '../../router/location.ts';
import { problemsByField } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { MessagePreview } from './message-preview.tsx';
import { RECORD_EVENTS, type WebhookDraft, type WebhookEvent } from './webhook-draft.ts';
import { WebhookSecret } from './webhook-secret.tsx';

const texts = webhooksTexts.dialog;

const EVENTS: readonly WebhookEvent[] = [...RECORD_EVENTS, 'records.imported', 'store.*'];
const FIELDS = ['url', 'events', 'storeIds', 'description', 'headers'] as const;
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
  const [draft, setDraft] = useState<WebhookDraft>({
    url: '',
    description: '',
    events: [...RECORD_EVENTS, 'records.imported'],
    storeId: null,
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
    if (draft.events.length === 0) return setProblems({ events: texts.eventMissing });
    setBusy(true);
    try {
      setCreated(await client.webhooks.create(requestOf(draft)));
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
  const storeChoices = [
    { value: '', label: webhooksTexts.allStores },
    ...stores.map(({ id, name }) => ({ value: id, label: name })),
  ];
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
      <fieldset class="webhook-events">
        <legend>{texts.events}</legend>
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={webhooksTexts.events[event]}
            checked={draft.events.includes(event)}
            onValue={(isOn) =>
              change({ events: EVENTS.filter((one) => (one === event ? isOn : draft.events.includes(one))) })
            }
          />
        ))}
      </fieldset>
      {problems.events && (
        <p class="problem" role="alert">
          {problems.events}
        </p>
      )}
      <SelectField
        label={texts.store}
        value={draft.storeId ?? ''}
        choices={storeChoices}
        problem={problems.storeIds}
        hint={areAllStores ? null : texts.moreStores(formatNumber(stores.length))}
        onValue={(id) => change({ storeId: id || null })}
      />
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
      <MessagePreview draft={draft} storeId={draft.storeId ?? stores[0]?.id ?? null} />
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}

function requestOf(draft: WebhookDraft): CreateWebhookRequest {
  const { url, description, events, storeId, payload, headerName, headerValue } = draft;
  const hasAllOfRecords = RECORD_EVENTS.every((event) => events.includes(event));
  const rest = events.filter((event) => !RECORD_EVENTS.includes(event));
  return {
    url: url.trim(),
    events: hasAllOfRecords ? ['record.*', ...rest] : events,
    payload,
    ...(storeId === null ? {} : { storeIds: [storeId] }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(headerName.trim() === '' ? {} : { headers: { [headerName.trim()]: headerValue } }),
  };
}
