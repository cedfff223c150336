import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { outcomeOf, type RestoreOutcome } from '../../../records/restore-outcome.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { openStore } from '../../../session/open-store.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';

const texts = importTexts.takeBack;

interface TakeImportBackProps {
  readonly storeId: string;
  readonly importId: string;
  readonly job: ImportResponse;
}

/** Takes the changes of an import back, after it has said what that does. Then it says what became of the records. */
export function TakeImportBack({ storeId, importId, job }: TakeImportBackProps): JSX.Element {
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  /** The records that were taken back so far; null while nothing is under way. */
  const [done, setDone] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<RestoreOutcome | null>(null);

  async function takeBack(): Promise<void> {
    setAsking(false);
    setDone(0);
    try {
      const results = await openStore(client, storeId).history.restore(
        { importId },
        {
          onProgress: ({ counts }) => setDone(Object.values(counts).reduce((sum, count) => sum + count, 0)),
        },
      );
      setOutcome(outcomeOf(results));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setDone(null);
  }

  if (outcome !== null) {
    return (
      <p class={`note ${outcome.isBad ? 'warn' : ''}`} role="status">
        {outcome.sentences.join(' ')}
      </p>
    );
  }
  const { created, updated } = job;
  return (
    <>
      <Button icon="undo" busy={done !== null} onClick={() => setAsking(true)}>
        {texts.action}
      </Button>
      {done !== null && done > 0 && (
        <p class="number faint" role="status">
          {texts.running(formatNumber(done))}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.title}
          action={texts.action}
          isDangerous
          onConfirm={() => void takeBack()}
          onClose={() => setAsking(false)}
        >
          {created > 0 && <p>{texts.created(formatNumber(created), created === 1)}</p>}
          {updated > 0 && <p>{texts.updated(formatNumber(updated), updated === 1)}</p>}
          <p class="soft">{texts.stays}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
