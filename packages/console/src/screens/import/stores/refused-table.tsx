import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { saveStream } from '../../../components/files/save-file.ts';
import { formatNumber } from '../../../components/format.ts';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import { showToast } from '../../../components/toast.tsx';
import { DEVICE, readKeptForm, useKeptForm } from '../../../forms/kept-form.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { settingsOf } from '../file/settings/sent-settings.ts';
import { RefusedEditor } from './refused-editor.tsx';
import { RefusedReasons } from './refused-reasons.tsx';
import { readRefusedRows } from './refused-rows.ts';
import { type SentRecord, SentRecords } from './sent-records.tsx';

interface RefusedTableProps {
  readonly storeId: string;
  readonly importId: string;
  readonly errors: ImportResponse['errors'];
  /** The number of all refused records. */
  readonly all: number;
  /** Whether the records can be corrected and sent again. */
  readonly isEditable: boolean;
  /** The name of the file. Null: none is known. */
  readonly fileName: string | null;
  /** Opens corrected records as a file, whose settings are asked for. */
  readonly onFile: (file: File) => void;
}

/**
 * The refused records with the server's messages, and all of them as a file. Those that were corrected and sent from this
 * device are left out: what is refused again is listed by the import in which they were sent.
 */
export function RefusedTable(props: RefusedTableProps): JSX.Element {
  const { storeId, importId, errors, all, isEditable } = props;
  const { client, identity } = useSession();
  const load = useLoad(
    () => readRefusedRows(client, storeId, importId, errors, settingsOf(importId) ?? {}),
    [client, storeId, importId],
  );
  const form = `corrected/${importId}`;
  const kept = useKeptForm<readonly SentRecord[]>(form, DEVICE);
  const sent = kept.typed ?? [];
  const isListed = ({ line }: { readonly line: number }) => !sent.some((record) => record.line === line);
  const listed = errors.filter(isListed);
  const [isBusy, setBusy] = useState(false);

  function keepSent(records: readonly SentRecord[]): void {
    const now = readKeptForm<readonly SentRecord[]>(identity.accountId, form, DEVICE) ?? [];
    // Another tab may have sent some since this one has read them; and what found no room is known to this tab alone.
    kept.keep([...sent, ...now.filter(isListed), ...records]);
  }

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const stream = await client.stores.imports.refused({ name: storeId, id: storeId }, importId);
      await saveStream(stream, `refused-${importId}.csv`, 'text/csv');
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
      <SentRecords storeId={storeId} sent={sent} />
      {listed.length === 0 ? null : isEditable ? (
        <Loaded load={load}>
          {({ rows, ...found }) => (
            <RefusedEditor {...props} found={{ ...found, rows: rows.filter(isListed) }} onSent={keepSent} />
          )}
        </Loaded>
      ) : (
        <RefusedReasons errors={listed} found={load.data} />
      )}
    </section>
  );
}
