import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { importTexts as texts } from '../../texts/en/import.ts';
import { storeNameOf } from './chosen-file.ts';
import { toProperties, used } from './column-plan.ts';
import { ImportForm } from './import-form.tsx';
import { useImportDraft } from './use-import-draft.ts';

/** Creates a store with the columns of a file, and imports the file into it. */
export function NewStoreImport(): JSX.Element {
  const { client } = useSession();
  const draft = useImportDraft(null);
  const { file, plans, problems } = draft;
  const [typed, setTyped] = useState<{ readonly of: File | null; readonly name: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const name = typed?.of === file && typed !== null ? typed.name : file === null ? '' : storeNameOf(file);

  async function run(): Promise<void> {
    if (isBusy) return;
    if (name.trim() === '') {
      draft.setProblem('name', texts.nameMissing);
      nameField.current?.focus();
      return;
    }
    if (used(plans).length === 0) return draft.setProblem('mapping', texts.nothingChosen);
    setBusy(true);
    let storeId: string | null = null;
    try {
      const store = await client.stores.create({ name: name.trim(), properties: toProperties(plans) });
      storeId = store.id;
      const importId = await draft.send(storeId, false);
      navigate(`/stores/${encodeURIComponent(storeId)}/import?import=${encodeURIComponent(importId)}`);
    } catch (error) {
      draft.fail(error);
      setBusy(false);
      // Nothing of a file that was refused stays.
      if (storeId !== null) await client.stores.delete({ name, id: storeId }).catch(() => {});
    }
  }

  return (
    <Page title={texts.title} parent={{ to: '/stores', label: texts.stores }}>
      <ImportForm
        draft={draft}
        properties={null}
        onSubmit={() => void run()}
        actions={
          <>
            <Button type="submit" kind="primary" busy={isBusy}>
              {texts.start}
            </Button>
            {isBusy && (
              <span class="faint" role="status">
                {texts.sending}
              </span>
            )}
          </>
        }
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
    </Page>
  );
}
