import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { wordsOf } from '../../../requests/plain-words.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { cellOf, type RefusedRows } from './refused-rows.ts';

interface RefusedReasonsProps {
  readonly errors: ImportResponse['errors'];
  /** The records as they are in the file. Null: they are being read, or are not kept. */
  readonly found: RefusedRows | null;
}

/** The refused records with the values that are refused, and why. */
export function RefusedReasons({ errors, found }: RefusedReasonsProps): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.refusedTitle}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col" class="number">
              {texts.row}
            </th>
            <th scope="col" class="number">
              {texts.line}
            </th>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.reason}</th>
          </tr>
        </thead>
        <tbody>
          {errors.flatMap(({ row, line, errors: fields }) =>
            Object.entries(fields).map(([name, messages]) => (
              <tr key={`${row} ${name}`}>
                <td class="number">{formatNumber(row)}</td>
                <td class="number">{formatNumber(line)}</td>
                <td>{name === '' ? <span class="faint">{texts.wholeRecord}</span> : <bdi>{name}</bdi>}</td>
                <td>
                  <Value text={found === null ? null : cellOf(found, line, name)} />
                </td>
                <td class="message">{messages.map(wordsOf).join(' ')}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

const SHOWN_MAX = 200;

/** @param text null: none belongs to the message. */
function Value({ text }: { readonly text: string | null }): JSX.Element | null {
  if (text === null) return null;
  if (text.trim() === '') return <span class="faint">{texts.unset}</span>;
  return <bdi class="import-cell cut">{text.slice(0, SHOWN_MAX)}</bdi>;
}
