import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Page } from '../../../components/pages/page.tsx';
import { Loaded } from '../../../components/pages/use-load.tsx';
import { StoreTabs } from '../../../records/store-tabs.tsx';
import { useStoreDetail } from '../../../records/use-store-detail.ts';
import { query, rememberPage, setQuery } from '../../../router/location.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { hasRepeatedKey, used } from '../file/column-plan.ts';
import { ImportActions } from '../file/import-actions.tsx';
import { type Forget, useBeginAnew } from '../file/use-decision.ts';
import { type ImportDraft, useImportDraft } from '../file/use-import-draft.ts';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportRun } from './import-run.tsx';

/** Imports a file into a store, or shows the import of the address. */
export function StoreImport({ storeId }: { readonly storeId: string }): JSX.Element {
  const load = useStoreDetail(storeId);
  return (
    <Loaded load={load} isPage>
      {(store) => <ImportInto store={store} />}
    </Loaded>
  );
}

function ImportInto({ store }: { readonly store: StoreDetail }): JSX.Element {
  const { id, name, properties } = store;
  const draft = useImportDraft(properties);
  const beginAnew = useBeginAnew(draft.file, draft.kept);
  const [busy, setBusy] = useState<'dry' | 'real' | null>(null);
  const importId = query.value.get('import');

  async function run(dryRun: boolean): Promise<void> {
    if (busy !== null) return;
    if (used(draft.plans).length === 0) return draft.setProblem('mapping', texts.nothingChosen);
    setBusy(dryRun ? 'dry' : 'real');
    const isHere = rememberPage();
    try {
      const started = await draft.send({ store, dryRun });
      if (isHere()) setQuery({ import: started }, { push: true });
    } catch (error) {
      if (isHere()) setQuery({ import: null }, { push: true });
      draft.fail(error);
    }
    setBusy(null);
  }

  return (
    <Page title={name} parent={{ to: '/stores', label: texts.stores }}>
      <StoreTabs storeId={id} />
      {importId === null ? (
        <>
          <IntoStore
            draft={draft}
            store={store}
            busy={busy}
            onRun={(dryRun) => void run(dryRun)}
            onAnew={beginAnew}
          />
          {draft.file === null && <EarlierImports storeId={id} />}
        </>
      ) : (
        <ImportRun
          key={importId}
          storeId={id}
          importId={importId}
          properties={properties}
          hasFile={draft.file !== null && draft.found !== null}
          isBusy={busy !== null}
          hasHistory={store.history !== null}
          onImport={() => void run(false)}
          onChange={() => setQuery({ import: null }, { push: true })}
          onFile={(corrected) => {
            draft.choose(corrected);
            draft.decide();
            setQuery({ import: null }, { push: true });
          }}
          onAnother={() => {
            draft.choose(null);
            setQuery({ import: null }, { push: true });
          }}
        />
      )}
    </Page>
  );
}

interface IntoStoreProps {
  readonly draft: ImportDraft;
  readonly store: StoreDetail;
  readonly busy: 'dry' | 'real' | null;
  readonly onRun: (dryRun: boolean) => void;
  readonly onAnew: Forget | null;
}

function IntoStore({ draft, store, busy, onRun, onAnew }: IntoStoreProps): JSX.Element {
  const keys = store.properties.filter(({ unique }) => unique).map(({ name }) => name);
  const hasKey = keys.length > 0;
  const isRepeated = hasRepeatedKey(used(draft.plans).filter(({ property }) => keys.includes(property)));
  return (
    <ImportForm
      draft={draft}
      properties={store.properties}
      onSubmit={() => onRun(true)}
      onAnew={onAnew}
      actions={<ImportActions busy={busy} problems={draft.problems} onStart={() => onRun(false)} />}
    >
      {!hasKey && store.recordCount > 0 && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{texts.key.doubles(formatNumber(store.recordCount), store.recordCount === 1)}</span>
        </p>
      )}
      {isRepeated && draft.mode === 'upsert' && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{texts.key.repeats}</span>
        </p>
      )}
      {hasKey && (
        <div class="import-name">
          <SelectField
            label={texts.existing}
            value={draft.mode}
            choices={[
              { value: 'upsert', label: texts.upsert },
              { value: 'insertOnly', label: texts.insertOnly },
            ]}
            onValue={draft.setMode}
          />
        </div>
      )}
    </ImportForm>
  );
}
