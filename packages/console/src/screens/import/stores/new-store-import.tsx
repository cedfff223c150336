import { NEW_STORE } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../../components/field.tsx';
import { Page } from '../../../components/pages/page.tsx';
import { NEW_STORE_HISTORY } from '../../../records/keep-history.tsx';
import { navigate, rememberPage } from '../../../router/location.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { areTooMany, editsOfKey, toProperties, used } from '../file/column-plan.ts';
import { ImportActions } from '../file/import-actions.tsx';
import { storeNameOf } from '../file/settings/chosen-file.ts';
import { useBeginAnew, useDecision } from '../file/use-decision.ts';
import { type ImportDraft, useImportDraft } from '../file/use-import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { ImportRun } from './import-run.tsx';
import { KeyField } from './key-field.tsx';
import { useStoreForFile } from './store-for-file.ts';

/** Creates a store with the columns of a file, and imports the file into it. A try makes no store. */
export function NewStoreImport(): JSX.Element {
  const importInto = useStoreForFile();
  const draft = useImportDraft(null);
  const { file, plans, problems } = draft;
  const [typed, setTyped, keptName] = useDecision<string | null>('name', file, null);
  const beginAnew = useBeginAnew(file, [...draft.kept, keptName]);
  const [busy, setBusy] = useState<'dry' | 'real' | null>(null);
  const [trial, setTrial] = useTrial();
  const name = typed ?? (file === null ? '' : storeNameOf(file));

  async function start(): Promise<void> {
    const isHere = rememberPage();
    const properties = toProperties(plans);
    const { store, importId } = await importInto(
      { name: name.trim(), properties, history: NEW_STORE_HISTORY },
      JSON.stringify([file?.name, file?.size, file?.lastModified, draft.settings, plans]),
      (made) => draft.send({ store: made, dryRun: false, isNewStore: true }),
    );
    if (isHere())
      navigate(`/stores/${encodeURIComponent(store.id)}/import?import=${encodeURIComponent(importId)}`);
  }

  async function run(isTrial: boolean): Promise<void> {
    if (busy !== null) return;
    const [place, problem] = problemOf(draft, name);
    if (problem !== null) return draft.setProblem(place, problem);
    setBusy(isTrial ? 'dry' : 'real');
    try {
      if (!isTrial) await start();
      else {
        const trying = { store: NEW_STORE, dryRun: true, isNewStore: true, properties: toProperties(plans) };
        setTrial(await draft.send(trying));
      }
    } catch (error) {
      draft.fail(error);
      setTrial(null);
    }
    setBusy(null);
  }

  return (
    <Page title={texts.title} parent={{ to: '/stores', label: texts.stores }}>
      {trial !== null ? (
        <ImportRun
          key={trial}
          storeId={NEW_STORE.id}
          importId={trial}
          properties={toProperties(plans)}
          hasFile
          isBusy={busy !== null}
          hasHistory
          onImport={() => void run(false)}
          onChange={() => setTrial(null)}
          onFile={draft.choose}
          onAnother={() => {
            setTrial(null);
            draft.choose(null);
          }}
        />
      ) : (
        <ImportForm
          draft={draft}
          properties={null}
          onSubmit={() => void run(true)}
          onAnew={beginAnew}
          actions={<ImportActions busy={busy} problems={problems} onStart={() => void run(false)} />}
        >
          <div class="import-name">
            <TextField
              label={texts.storeName}
              value={name}
              problem={problems.fields.name}
              onValue={(value) => {
                setTyped(value);
                draft.decide();
              }}
            />
            <KeyField plans={plans} onKey={(key) => draft.editAll(editsOfKey(plans, key))} />
          </div>
        </ImportForm>
      )}
    </Page>
  );
}

/** Returns the field that the user has to decide before the file is sent, and why. */
function problemOf({ plans }: ImportDraft, name: string): readonly [string, string | null] {
  if (name.trim() === '') return ['name', texts.nameMissing];
  if (used(plans).length === 0) return ['mapping', texts.nothingChosen];
  if (areTooMany(plans)) return ['mapping', texts.tooManyShort];
  return ['', null];
}

/**
 * The id of the trial that is shown. A trial that is not shown any more is removed on the server, which would keep it for
 * days.
 */
function useTrial(): readonly [string | null, (importId: string | null) => void] {
  const { client } = useSession();
  const [trial, setTrial] = useState<string | null>(null);
  const kept = useRef<string | null>(null);
  function change(next: string | null): void {
    const before = kept.current;
    kept.current = next;
    if (before !== null) client.stores.imports.cancel(NEW_STORE, before).catch(() => {});
  }
  useEffect(() => () => change(null), []);
  return [
    trial,
    (next) => {
      change(next);
      setTrial(next);
    },
  ];
}
