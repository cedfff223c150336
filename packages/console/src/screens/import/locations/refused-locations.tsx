import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { saveFile } from '../../../components/files/save-file.ts';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { messageOf } from '../../../requests/describe-error.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';
import { toCsv } from '../file/rows/csv-file.ts';
import type { LocationImport, LocationImportState } from './use-location-import.ts';

const imports = locationImportTexts;
/** Further rows are downloaded, corrected and imported as a file. */
const SHOWN_MAX = 100;

interface RefusedLocationsProps {
  readonly run: LocationImport;
  readonly state: LocationImportState;
}

/** The refused rows with their reasons. After an import, with fields to correct them. */
export function RefusedLocations({ run, state }: RefusedLocationsProps): JSX.Element {
  const { rows, found, plan, progress, isTrial } = state;
  const { refusals, refused } = progress;
  const corrections = new Map(run.corrected);
  const columns = found.properties.flatMap(({ column }, at) =>
    plan.meanings[at] === 'skip' && at !== plan.key ? [] : [{ column, at }],
  );
  const shown = refusals.slice(0, SHOWN_MAX);

  function correct(at: number, place: number, text: string): void {
    const before = rows[at] ?? [];
    const cells = found.properties
      .map((_, index) => (corrections.get(at) ?? before)[index] ?? '')
      .with(place, text);
    const next = new Map(corrections);
    if (cells.every((cell, index) => cell === (before[index] ?? ''))) next.delete(at);
    else next.set(at, cells);
    run.correct([...next]);
  }

  function download(): void {
    const names = ['error', ...found.properties.map(({ column }) => column)];
    const lines = refusals.map(({ at, message }) => [
      message,
      ...found.properties.map((_, index) => (corrections.get(at) ?? rows[at])?.[index] ?? ''),
    ]);
    saveFile(toCsv([names, ...lines]), 'refused-locations.csv');
  }

  return (
    <form
      class="import-part refused-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run.send().catch((error: unknown) => showToast(messageOf(error), { isBad: true }));
      }}
    >
      <header>
        <h2>{importTexts.refusedTitle}</h2>
        <Button size="small" icon="download" onClick={download}>
          {importTexts.download}
        </Button>
      </header>
      {refused > shown.length && (
        <p class="faint">{importTexts.refusedNote(formatNumber(shown.length), formatNumber(refused))}</p>
      )}
      {!isTrial && <p class="soft">{imports.correctHint}</p>}
      <div class="table-scroll" tabIndex={0} role="region" aria-label={importTexts.refusedTitle}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="number">
                {imports.row}
              </th>
              <th scope="col">{importTexts.reason}</th>
              {columns.map(({ column, at }) => (
                <th key={at} scope="col">
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, message }) => (
              <tr key={at}>
                <td class="number">{formatNumber(at + 1)}</td>
                <td class="message">{message}</td>
                {columns.map(({ column, at: place }) => (
                  <td key={place}>
                    {isTrial ? (
                      <bdi class="import-cell cut">{rows[at]?.[place]}</bdi>
                    ) : (
                      <input
                        class="input"
                        dir="auto"
                        spellcheck={false}
                        aria-label={imports.cell(column, formatNumber(at + 1))}
                        value={(corrections.get(at) ?? rows[at])?.[place] ?? ''}
                        onInput={(event) => correct(at, place, event.currentTarget.value)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isTrial && (
        <div class="import-actions">
          <Button type="submit" kind="primary" disabled={corrections.size === 0}>
            {corrections.size === 0
              ? importTexts.sendCorrections
              : imports.sendCorrected(formatNumber(corrections.size), corrections.size === 1)}
          </Button>
        </div>
      )}
    </form>
  );
}
