import type { StoreProperty } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { areDatesUndecided } from '../file/column-plan.ts';
import { FileForm } from '../file/file-form.tsx';
import type { ImportDraft } from '../file/use-import-draft.ts';
import { ColumnList } from './column-list.tsx';
import { PreviewTable } from './preview-table.tsx';

interface ImportFormProps {
  readonly draft: ImportDraft;
  /** The properties of an existing store. Null: a new store. */
  readonly properties: readonly StoreProperty[] | null;
  /** Fields before the columns. */
  readonly children?: ComponentChildren;
  /** The buttons. The first that submits is pressed by Enter. */
  readonly actions: ComponentChildren;
  readonly onSubmit: () => void;
}

/** A file, how it is written, its columns, and its first rows as they will be stored. */
export function ImportForm({ draft, properties, children, actions, onSubmit }: ImportFormProps): JSX.Element {
  const { found, plans, problems } = draft;
  const undecided = areDatesUndecided(plans)
    ? found?.undecided.find(({ parameter }) => parameter === 'dates')
    : undefined;
  return (
    <FileForm
      draft={draft}
      problems={undecided === undefined ? {} : { dates: texts.datesUndecided(undecided.columns) }}
      actions={actions}
      onSubmit={onSubmit}
    >
      {(read, file) => (
        <>
          {children}
          <section class="import-part">
            <h2>{texts.columns}</h2>
            <ColumnList
              plans={plans}
              properties={properties}
              problems={problems.columns}
              onEdit={draft.edit}
              onEditAll={draft.editAll}
            />
          </section>
          <PreviewTable file={file} found={read} plans={plans} />
        </>
      )}
    </FileForm>
  );
}
