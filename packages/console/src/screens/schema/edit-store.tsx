import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Checkbox, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { changedMembers } from '../../forms/changed-members.ts';
import { messageOf, problemsByField } from '../../requests/describe-error.ts';
import { openStore } from '../../requests/open-store.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { historyChoices, NO_HISTORY } from './history-choices.ts';
import { LIFETIME_UNITS, type Lifetime, lifetimeOf, secondsOf } from './record-lifetime.ts';

const texts = schemaTexts.store;

interface EditStoreProps {
  readonly detail: StoreDetail;
  readonly onClose: () => void;
  readonly onChanged: (detail: StoreDetail) => void;
}

const FIELDS = ['name', 'description', 'recordTtl', 'history'] as const;
const DEFAULT_LIFETIME: Lifetime = { count: '30', unit: 'days' };
const CHOICES = LIFETIME_UNITS.map((value) => ({ value, label: texts.units[value] }));

/** Changes the name, the description, the lifetime of records and their history. */
export function EditStore({ detail, onClose, onChanged }: EditStoreProps): JSX.Element {
  const { client } = useSession();
  // As the form began with it: it may be loaded anew meanwhile.
  const [before] = useState(detail);
  const [name, setName] = useState(detail.name);
  const [description, setDescription] = useState(detail.description ?? '');
  const [isLimited, setLimited] = useState(detail.recordTtl !== null);
  const [lifetime, setLifetime] = useState(() =>
    detail.recordTtl === null ? DEFAULT_LIFETIME : lifetimeOf(detail.recordTtl),
  );
  const [history, setHistory] = useState(detail.history ?? NO_HISTORY);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const recordTtl = isLimited ? secondsOf(lifetime) : null;
  const isUnreadable = isLimited && recordTtl === null;
  const expired = useExpired(detail, recordTtl);

  async function submit(): Promise<void> {
    if (isUnreadable) return;
    setBusy(true);
    try {
      const changes = changedMembers(
        {
          name: before.name,
          description: before.description,
          recordTtl: before.recordTtl,
          history: before.history,
        },
        {
          name: name.trim(),
          description: description.trim() || null,
          recordTtl,
          history: history === NO_HISTORY ? null : history,
        },
      );
      onChanged(await client.stores.update({ name: detail.name, id: detail.id }, changes));
      onClose();
      showToast(texts.saved);
    } catch (error) {
      setProblems(problemsByField(error, FIELDS));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions label={shellTexts.save} busy={isBusy} disabled={isUnreadable} onCancel={onClose} />
      }
    >
      <TextField label={texts.name} value={name} problem={problems.name} onValue={setName} />
      <TextArea
        label={schemaTexts.description}
        value={description}
        problem={problems.description}
        onValue={setDescription}
      />
      <Checkbox isSwitch label={texts.expire} checked={isLimited} onValue={setLimited} />
      {isLimited && (
        <div class="lifetime">
          <TextField
            label={texts.after}
            inputMode="decimal"
            value={lifetime.count}
            problem={isUnreadable ? texts.notANumber : problems.recordTtl}
            onValue={(count) => setLifetime({ ...lifetime, count })}
          />
          <SelectField
            label={texts.unit}
            value={lifetime.unit}
            choices={CHOICES}
            onValue={(unit) => setLifetime({ ...lifetime, unit })}
          />
        </div>
      )}
      {recordTtl !== null && <Expired expired={expired} of={detail.recordCount} />}
      <SelectField
        label={texts.history}
        value={history}
        choices={historyChoices(detail.history)}
        problem={problems.history}
        hint={texts.historyHint}
        onValue={setHistory}
      />
      {detail.history !== null && history === NO_HISTORY && (
        <p class="note warn" role="status">
          {texts.historyEnds}
        </p>
      )}
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
    </Dialog>
  );
}

/** The number of records that a lifetime ends at once; null while it is counted; a text: why it is not known. */
type ExpiredCount = number | string | null;

const PAUSE_MS = 300;

function useExpired(detail: StoreDetail, recordTtl: number | null): ExpiredCount {
  const { client } = useSession();
  const store = useMemo(() => openStore(client, detail.id), [client, detail.id]);
  const [expired, setExpired] = useState<ExpiredCount>(null);
  useEffect(() => {
    setExpired(null);
    if (recordTtl === null) return;
    const aborting = new AbortController();
    const timer = setTimeout(() => {
      const value = new Date(Math.max(0, Date.now() - recordTtl * 1_000)).toISOString();
      const filters = [{ field: 'date_updated', op: 'before', value }];
      store.count({ filters }, { signal: aborting.signal }).then(setExpired, (error: unknown) => {
        if (!aborting.signal.aborted) setExpired(messageOf(error));
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [store, recordTtl]);
  return expired;
}

function Expired({ expired, of }: { readonly expired: ExpiredCount; readonly of: number }): JSX.Element {
  if (typeof expired === 'string') return <p class="problem">{expired}</p>;
  if (expired === null) return <p class="faint">{schemaTexts.counting}</p>;
  if (expired === 0) return <p class="faint">{texts.noneExpires}</p>;
  return (
    <p class="note warn" role="status">
      {texts.someExpire(formatNumber(expired), formatNumber(of))}
    </p>
  );
}
