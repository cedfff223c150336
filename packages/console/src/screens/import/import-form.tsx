import type { StoreProperty } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { DropAnywhere, FileDrop } from '../../components/file-drop.tsx';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Delayed } from '../../components/states.tsx';
import { wordsOf } from '../../session/plain-words.ts';
import { importTexts as texts } from '../../texts/en/import.ts';
import { ACCEPTED_FILES } from './chosen-file.ts';
import { ColumnList } from './column-list.tsx';
import { areDatesUndecided } from './column-plan.ts';
import { FileSettingsFields } from './file-settings.tsx';
import { PreviewTable } from './preview-table.tsx';
import type { ImportDraft } from './use-import-draft.ts';

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
  const { file, found, isReading, settings, plans, problems, choose } = draft;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (draft.failures > 0) showFirstProblem(form.current);
  }, [draft.failures]);
  const { fields } = problems;
  const fileDrop = <DropAnywhere label={texts.dropAgain} onFiles={([next]) => next && choose(next)} />;
  if (file === null) {
    return (
      <div class="import">
        <FileDrop
          label={texts.drop}
          hint={texts.lead}
          accept={ACCEPTED_FILES}
          onFiles={([next]) => next && choose(next)}
        />
        {fileDrop}
      </div>
    );
  }
  const undecided = areDatesUndecided(plans)
    ? found?.undecided.find(({ parameter }) => parameter === 'dates')
    : null;
  const atSettings = undecided ? { ...fields, dates: texts.datesUndecided(undecided.columns) } : fields;
  return (
    <form
      ref={form}
      class="import"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (found !== null) onSubmit();
      }}
    >
      <div class="import-file card">
        <Icon name="table" />
        <strong class="cut">
          <bdi>{file.name}</bdi>
        </strong>
        <span class="faint number">
          {formatBytes(file.size)}
          {found !== null && ` · ${texts.rows(formatNumber(found.rows), found.complete, found.rows === 1)}`}
        </span>
        <Button size="small" onClick={() => choose(null)}>
          {texts.otherFile}
        </Button>
      </div>
      {fileDrop}
      {found === null && fields[''] && <Problem text={fields['']} />}
      {isReading && found === null && (
        <Delayed>
          <p class="faint" role="status">
            {texts.reading}
          </p>
        </Delayed>
      )}
      {(found !== null || !isReading) && (
        <section class="import-part">
          <h2>{texts.detected}</h2>
          <FileSettingsFields
            found={found}
            settings={settings}
            dateDecision={draft.dateDecision}
            problems={atSettings}
            onSettings={draft.setSettings}
          />
          {found?.warnings.map((warning) => (
            <p key={warning} class="note warn">
              <Icon name="alert" />
              <span>{wordsOf(warning)}</span>
            </p>
          ))}
        </section>
      )}
      {found !== null && (
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
          <PreviewTable file={file} found={found} plans={plans} />
          <div class="import-actions">{actions}</div>
        </>
      )}
    </form>
  );
}

/** Moves the focus to the first field with a problem, which may be far above the button. */
function showFirstProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

function Problem({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="note bad" role="alert">
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  );
}
