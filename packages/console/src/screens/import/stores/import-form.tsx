import type { StoreProperty } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { undecidedColumns } from '../file/column-plan.ts';
import { FileForm } from '../file/file-form.tsx';
import type { Forget } from '../file/use-decision.ts';
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
  /** Forgets what was decided about the file before. Null: nothing was. */
  readonly onAnew: Forget | null;
}

/** A file, how it is written, its columns, and its first rows as they will be stored. */
export function ImportForm(props: ImportFormProps): JSX.Element {
  const { draft, properties, children, actions, onSubmit, onAnew } = props;
  const { plans, problems } = draft;
  const dates = undecidedColumns(plans, 'dates');
  const numbers = undecidedColumns(plans, 'decimal');
  return (
    <FileForm
      draft={draft}
      problems={{
        ...(dates.length === 0 ? {} : { dates: texts.datesUndecided(dates) }),
        ...(numbers.length === 0 ? {} : { decimal: texts.decimalUndecided(numbers) }),
      }}
      actions={actions}
      onSubmit={onSubmit}
      onAnew={onAnew}
    >
      {(found) => (
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
          <PreviewTable rows={draft.firstRows} found={found} plans={plans} />
        </>
      )}
    </FileForm>
  );
}
