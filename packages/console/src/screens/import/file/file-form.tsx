import type { InferStoreResponse } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { DropAnywhere, FileDrop, TABLES } from '../../../components/files/file-drop.tsx';
import { usePastedTable } from '../../../components/files/use-pasted-table.ts';
import { formatBytes, formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Delayed } from '../../../components/pages/states.tsx';
import { wordsOf } from '../../../requests/plain-words.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { FileSettingsFields } from './settings/file-settings.tsx';
import type { Forget } from './use-decision.ts';
import type { ImportDraft } from './use-import-draft.ts';

interface FileFormProps {
  readonly draft: ImportDraft;
  /** Messages by setting, besides those of the last attempt. */
  readonly problems?: Readonly<Record<string, string>>;
  /** The decisions about the file, once it has been read. */
  readonly children: (found: InferStoreResponse) => ComponentChildren;
  /** The buttons. The first that submits is pressed by Enter. */
  readonly actions: ComponentChildren;
  readonly onSubmit: () => void;
  /** Forgets what was decided about the file before. Null: nothing was. */
  readonly onAnew: Forget | null;
}

/** Asks for a file, shows how it is written, and takes the decisions about it. */
export function FileForm(props: FileFormProps): JSX.Element {
  const { draft, problems = {}, children, actions, onSubmit, onAnew } = props;
  const { file, found, isReading, settings, choose } = draft;
  const { fields } = draft.problems;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (draft.failures > 0) showFirstProblem(form.current);
  }, [draft.failures]);
  usePastedTable((pasted) => file === null && choose(pasted));
  const fileDrop = <DropAnywhere label={texts.dropAgain} onFiles={([next]) => next && choose(next)} />;
  if (file === null) {
    return (
      <div class="import">
        <FileDrop
          label={texts.drop}
          hint={texts.lead}
          accept={TABLES}
          onFiles={([next]) => next && choose(next)}
        />
        {isReading && (
          <p class="faint" role="status">
            {texts.reading}
          </p>
        )}
        {fileDrop}
      </div>
    );
  }
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
      {onAnew !== null && (
        <div class="note import-anew" role="status">
          <Icon name="history" />
          <span>{texts.asBefore}</span>
          <Button size="small" onClick={onAnew}>
            {texts.beginAnew}
          </Button>
        </div>
      )}
      {draft.sheets.length > 1 && (
        <div class="import-name">
          <SelectField
            label={texts.sheet}
            value={String(draft.sheet)}
            choices={draft.sheets.map(({ name }, at) => ({ value: String(at), label: name }))}
            onValue={(at) => draft.chooseSheet(Number(at))}
          />
        </div>
      )}
      {fileDrop}
      {found === null && fields[''] && (
        <p class="note bad" role="alert">
          <Icon name="alert" />
          <span>{fields['']}</span>
        </p>
      )}
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
            problems={{ ...fields, ...problems }}
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
          {children(found)}
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
