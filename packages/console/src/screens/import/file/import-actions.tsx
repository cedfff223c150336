import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import type { Problems } from './import-problems.ts';

interface ImportActionsProps {
  readonly busy: 'dry' | 'real' | null;
  readonly problems: Problems;
  readonly onStart: () => void;
}

/** The buttons of the form: to try first, which Enter does too, or to import at once; and why nothing has happened. */
export function ImportActions({ busy, problems, onStart }: ImportActionsProps): JSX.Element {
  const problem = busy === null ? problemAtButton(problems) : null;
  return (
    <>
      <Button type="submit" kind="primary" busy={busy === 'dry'} disabled={busy === 'real'}>
        {texts.dryRun}
      </Button>
      <Button busy={busy === 'real'} disabled={busy === 'dry'} onClick={onStart}>
        {texts.start}
      </Button>
      {busy !== null && (
        <span class="faint" role="status">
          {texts.sending}
        </span>
      )}
      {problem !== null && (
        <p class="note bad" role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
    </>
  );
}

/** The labels of the fields that may have a problem. */
const LABELS: Readonly<Record<string, string>> = {
  delimiter: texts.delimiter,
  encoding: texts.encoding,
  skipLines: texts.headerLine,
  header: texts.header,
  quotes: texts.quotes,
  decimal: texts.decimal,
  dates: texts.dates,
  name: texts.storeName,
};

/** Returns the problem, or where it is: most are shown at their fields. Null: there is none. */
function problemAtButton({ fields, columns }: Problems): string | null {
  if (fields[''] !== undefined) return fields[''];
  if (fields.mapping !== undefined) return fields.mapping;
  const [field] = Object.keys(fields);
  const [column] = Object.keys(columns);
  if (field !== undefined) return texts.notSent(LABELS[field] ?? field);
  return column === undefined ? null : texts.notSent(texts.property(column));
}
