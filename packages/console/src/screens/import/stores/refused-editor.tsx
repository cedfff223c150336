import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import { showToast } from '../../../components/toast.tsx';
import { rememberPage, setQuery } from '../../../router/location.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { useKeptForm } from '../../../session/kept-form.ts';
import { wordsOf } from '../../../session/plain-words.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { toCsv } from '../file/rows/csv-file.ts';
import { rememberSettings, settingsOf } from '../file/settings/sent-settings.ts';
import { type RefusedColumn, type RefusedRow, type RefusedRows, readRefusedRows } from './refused-rows.ts';

interface RefusedEditorProps {
  readonly storeId: string;
  readonly importId: string;
  readonly errors: ImportResponse['errors'];
}

/** The refused records with fields in place of their cells, to be corrected and sent again. */
export function RefusedEditor({ storeId, importId, errors }: RefusedEditorProps): JSX.Element {
  const { client } = useSession();
  const load = useLoad(
    () => readRefusedRows(client, storeId, importId, errors, settingsOf(importId)),
    [client, storeId, importId],
  );
  return (
    <Loaded load={load}>{(found) => <Editor storeId={storeId} importId={importId} found={found} />}</Loaded>
  );
}

/** The corrected cells by the line of their record in the file. */
type Corrections = ReadonlyMap<number, readonly string[]>;

interface EditorProps {
  readonly storeId: string;
  readonly importId: string;
  readonly found: RefusedRows;
}

function Editor({ storeId, importId, found }: EditorProps): JSX.Element {
  const { client } = useSession();
  const { names, columns, rows } = found;
  const kept = useKeptForm<readonly (readonly [line: number, cells: readonly string[]])[]>(
    `refused/${importId}`,
  );
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
    setBusy(true);
    const isHere = rememberPage();
    try {
      const settings = settingsOf(importId);
      const file = toCsv([names, ...corrections.values()], settings.delimiter);
      const started = await client.stores.imports.start({ name: storeId, id: storeId }, file, {
        ...settings,
        header: 'true',
        skipLines: 0,
      });
      rememberSettings(started.importId, settings);
      kept.forget();
      if (isHere()) setQuery({ import: started.importId }, { push: true });
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
      <p class="soft">{texts.correctHint}</p>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.refusedTitle}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                {texts.line}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td class="number">{formatNumber(row.line)}</td>
                {columns.map((column) => (
                  <td key={column.name}>
                    <input
                      class="input"
                      dir="auto"
                      spellcheck={false}
                      aria-label={texts.cell(column.name, formatNumber(row.line))}
                      aria-invalid={Object.hasOwn(row.errors, column.property) || undefined}
                      value={(corrections.get(row.line) ?? row.cells)[column.place] ?? ''}
                      onInput={(event) => correct(row, column, event.currentTarget.value)}
                    />
                  </td>
                ))}
                <td class="message">{messagesOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="import-actions">
        <Button type="submit" kind="primary" busy={isBusy} disabled={corrections.size === 0}>
          {corrections.size === 0
            ? texts.sendCorrections
            : texts.sendCorrected(formatNumber(corrections.size), corrections.size === 1)}
        </Button>
      </div>
    </form>
  );
}

function messagesOf({ errors }: RefusedRow): string {
  return Object.entries(errors)
    .map(([name, messages]) => `${name === '' ? '' : `${name}: `}${messages.map(wordsOf).join(' ')}`)
    .join(' ');
}
