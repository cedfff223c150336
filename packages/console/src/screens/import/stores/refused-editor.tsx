import type { ImportRequest } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { useKeptForm } from '../../../forms/kept-form.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { wordsOf } from '../../../requests/plain-words.ts';
import { rememberPage, setQuery } from '../../../router/location.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { toCsv } from '../file/rows/csv-file.ts';
import { rememberSettings, settingsOf } from '../file/settings/sent-settings.ts';
import { useStartImport } from '../file/start-import.ts';
import type { RefusedColumn, RefusedRow, RefusedRows } from './refused-rows.ts';
import type { SentRecord } from './sent-records.tsx';

/** The corrected cells by the line of their record in the file. */
type Corrections = ReadonlyMap<number, readonly string[]>;

interface RefusedEditorProps {
  readonly storeId: string;
  readonly importId: string;
  /** The name of the file. Null: none is known. */
  readonly fileName: string | null;
  readonly found: RefusedRows;
  /** Opens corrected records as a file, whose settings are asked for. */
  readonly onFile: (file: File) => void;
  /** Called when corrected records were sent, with their lines and the import that has them. */
  readonly onSent: (sent: readonly SentRecord[]) => void;
}

/** The refused records with fields in place of their cells, to be corrected and sent again. */
export function RefusedEditor(props: RefusedEditorProps): JSX.Element {
  const { storeId, importId, fileName, found, onFile, onSent } = props;
  const { client } = useSession();
  const start = useStartImport(client);
  const { names, columns, rows } = found;
  const kept = useKeptForm<readonly (readonly [line: number, cells: readonly string[]])[]>(
    `refused/${importId}`,
  );
  const settings = settingsOf(importId);
  const corrections: Corrections = new Map(kept.typed ?? []);
  const [isBusy, setBusy] = useState(false);

  function correct(row: RefusedRow, { place }: RefusedColumn, text: string): void {
    const cells = names.map((_, at) => (corrections.get(row.line) ?? row.cells)[at] ?? '').with(place, text);
    const isSame = cells.every((cell, at) => cell === (row.cells[at] ?? ''));
    const next = new Map(corrections);
    if (isSame) next.delete(row.line);
    else next.set(row.line, cells);
    if (next.size === 0) kept.forget();
    else kept.keep([...next]);
  }

  async function send(): Promise<void> {
    if (corrections.size === 0) return;
    const table = [names, ...corrections.values()];
    if (settings === null) return onFile(openFile(fileName, table));
    setBusy(true);
    const isHere = rememberPage();
    try {
      const file = toCsv(table, settings.delimiter);
      const request: ImportRequest = {
        ...settings,
        ...(fileName === null ? {} : { fileName }),
        ...{ header: 'true', skipLines: 0 },
      };
      const store = { name: storeId, id: storeId };
      const startedId = await start({ store, file, content: JSON.stringify([...corrections]), request });
      rememberSettings(startedId, settings);
      onSent(Array.from(corrections.keys(), (line) => ({ line, importId: startedId })));
      kept.forget();
      if (isHere()) setQuery({ import: startedId }, { push: true });
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setBusy(false);
    }
  }

  return (
    <form
      class="refused-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="soft">{settings === null ? texts.correctElsewhere : texts.correctHint}</p>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.refusedTitle}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                {texts.line}
              </th>
              <th scope="col">{texts.reason}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td class="number">{formatNumber(row.line)}</td>
                <td class="message">{messagesOf(row)}</td>
                {columns.map((column) => (
                  <td key={column.name}>
                    <input
                      class="input"
                      dir="auto"
                      spellcheck={false}
                      aria-label={texts.cell(column.name, formatNumber(row.line))}
                      aria-invalid={isWrong(row, column, corrections) || undefined}
                      value={textOf(row, column, corrections)}
                      onInput={(event) => correct(row, column, event.currentTarget.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="import-actions">
        <Button type="submit" kind="primary" busy={isBusy} disabled={corrections.size === 0}>
          {labelOf(corrections.size, settings !== null)}
        </Button>
      </div>
    </form>
  );
}

/** Returns a file of which the server decides nothing that it can't know: between semicolons, 1.250 is asked about. */
function openFile(fileName: string | null, table: readonly (readonly string[])[]): File {
  const name = (fileName ?? 'records').replace(/\.[^.]*$/, '');
  return new File([toCsv(table, ';')], `${name}.csv`, { type: 'text/csv' });
}

/** @param isSent whether they are sent from here, and not opened as a file. */
function labelOf(count: number, isSent: boolean): string {
  if (count === 0) return isSent ? texts.sendCorrections : texts.checkNone;
  return (isSent ? texts.sendCorrected : texts.checkCorrected)(formatNumber(count), count === 1);
}

function textOf(row: RefusedRow, { place }: RefusedColumn, corrections: Corrections): string {
  return (corrections.get(row.line) ?? row.cells)[place] ?? '';
}

/** Whether a cell has the text that was refused. Only the server knows about another one. */
function isWrong(row: RefusedRow, column: RefusedColumn, corrections: Corrections): boolean {
  const isSame = textOf(row, column, corrections) === (row.cells[column.place] ?? '');
  return isSame && Object.hasOwn(row.errors, column.property);
}

function messagesOf({ errors }: RefusedRow): string {
  return Object.entries(errors)
    .map(([name, messages]) => `${name === '' ? '' : `${name}: `}${messages.map(wordsOf).join(' ')}`)
    .join(' ');
}
