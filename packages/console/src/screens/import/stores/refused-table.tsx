import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { saveFile } from '../../../components/files/save-file.ts';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { messageOf } from '../../../session/describe-error.ts';
import { wordsOf } from '../../../session/plain-words.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { RefusedEditor } from './refused-editor.tsx';

interface RefusedTableProps {
  readonly storeId: string;
  readonly importId: string;
  readonly errors: ImportResponse['errors'];
  /** The number of all refused records. */
  readonly all: number;
  /** Whether the records can be corrected and sent again. */
  readonly isEditable: boolean;
}

/** The refused records with the server's messages, and all of them as a file. */
export function RefusedTable(props: RefusedTableProps): JSX.Element {
  const { storeId, importId, errors, all, isEditable } = props;
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const stream = await client.stores.imports.refused({ name: storeId, id: storeId }, importId);
      const blob = await new Response(stream, { headers: { 'Content-Type': 'text/csv' } }).blob();
      saveFile(blob, `refused-${importId}.csv`);
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  return (
    <section class="import-part">
      <header>
        <h2>{texts.refusedTitle}</h2>
        <Button size="small" icon="download" busy={isBusy} onClick={() => void download()}>
          {texts.download}
        </Button>
      </header>
      {all > errors.length && (
        <p class="faint">{texts.refusedNote(formatNumber(errors.length), formatNumber(all))}</p>
      )}
      {isEditable ? (
        <RefusedEditor storeId={storeId} importId={importId} errors={errors} />
      ) : (
        <Reasons errors={errors} />
      )}
    </section>
  );
}

function Reasons({ errors }: Pick<RefusedTableProps, 'errors'>): JSX.Element {
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
                <td class="message">{messages.map(wordsOf).join(' ')}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
