import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { NEW_STORE_HISTORY } from '../../records/keep-history.tsx';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { importTexts as texts } from '../../texts/en/import.ts';
import { storeNameOf } from './chosen-file.ts';
import { toProperties, used } from './column-plan.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportRun } from './import-run.tsx';
import { useImportDraft } from './use-import-draft.ts';

/** An empty store with the columns of the file, in which the import is tried. */
interface Trial {
  readonly storeId: string;
  readonly importId: string;
}

/** Creates a store with the columns of a file, and imports the file into it. */
export function NewStoreImport(): JSX.Element {
  const { client } = useSession();
  const draft = useImportDraft(null);
  const { file, plans, problems } = draft;
  const [typed, setTyped] = useState<{ readonly of: File | null; readonly name: string } | null>(null);
  const [busy, setBusy] = useState<'dry' | 'real' | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const name = typed?.of === file && typed !== null ? typed.name : file === null ? '' : storeNameOf(file);
  // The store of a trial that nobody imports into: nothing stays when the user goes elsewhere.
  const unused = useRef<string | null>(null);
  useEffect(() => () => discard(), []);

  function discard(): void {
    const id = unused.current;
    unused.current = null;
    // If the server does not answer, an empty store stays, which can be deleted from the list.
    if (id !== null) client.stores.delete({ name: id, id }).catch(() => {});
  }

  async function run(dryRun: boolean): Promise<void> {
    if (busy !== null) return;
    if (name.trim() === '') {
      draft.setProblem('name', texts.nameMissing);
      nameField.current?.focus();
      return;
    }
    if (used(plans).length === 0) return draft.setProblem('mapping', texts.nothingChosen);
    setBusy(dryRun ? 'dry' : 'real');
    try {
      if (unused.current === null) {
        const store = await client.stores.create({
          name: name.trim(),
          properties: toProperties(plans),
          history: NEW_STORE_HISTORY,
        });
        unused.current = store.id;
      }
      const storeId = unused.current;
      const importId = await draft.send(storeId, dryRun);
      if (dryRun) setTrial({ storeId, importId });
      else {
        unused.current = null;
        navigate(`/stores/${encodeURIComponent(storeId)}/import?import=${encodeURIComponent(importId)}`);
      }
    } catch (error) {
      draft.fail(error);
      discard();
      setTrial(null);
    }
    setBusy(null);
  }

  const endTrial = () => {
    discard();
    setTrial(null);
  };
  return (
    <Page title={texts.title} parent={{ to: '/stores', label: texts.stores }}>
      {trial !== null ? (
        <ImportRun
          key={trial.importId}
          {...trial}
          hasFile
          isBusy={busy !== null}
          hasHistory
          onImport={() => void run(false)}
          onChange={endTrial}
          onAnother={() => {
            endTrial();
            draft.choose(null);
          }}
        />
      ) : (
        <ImportForm
          draft={draft}
          properties={null}
          onSubmit={() => void run(true)}
          actions={<ImportActions busy={busy} onStart={() => void run(false)} />}
        >
          <div class="import-name">
            <TextField
              label={texts.storeName}
              value={name}
              inputRef={nameField}
              problem={problems.fields.name}
              onValue={(value) => setTyped({ of: file, name: value })}
            />
          </div>
        </ImportForm>
      )}
    </Page>
  );
}
