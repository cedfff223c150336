import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { outcomeOf, type RestoreOutcome } from '../../../records/restore-outcome.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { openStore } from '../../../requests/open-store.ts';
import { Link } from '../../../router/link.tsx';
import { useSession } from '../../../session/session.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';

const texts = importTexts.takeBack;

interface TakeImportBackProps {
  readonly storeId: string;
  readonly importId: string;
  readonly job: ImportResponse;
  readonly onTakenBack: (outcome: RestoreOutcome) => void;
}

/** Takes the changes of an import back, after it has said what that does. */
export function TakeImportBack(props: TakeImportBackProps): JSX.Element {
  const { storeId, importId, job, onTakenBack } = props;
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  /** The records that were taken back so far; null while nothing is under way. */
  const [done, setDone] = useState<number | null>(null);

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
      onTakenBack(outcomeOf(results));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setDone(null);
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

/** Records that are named. The others are only counted. */
const NAMED_MAX = 10;

interface TakenBackProps {
  readonly storeId: string;
  readonly outcome: RestoreOutcome;
}

/** Says what became of the records of an import that was taken back, with links to those that stay. */
export function TakenBack({ storeId, outcome: { sentences, isBad, changed } }: TakenBackProps): JSX.Element {
  const named = changed.slice(0, NAMED_MAX);
  return (
    <div class={`note ${isBad ? 'warn' : ''}`} role="status">
      <div>
        <p>{sentences.join(' ')}</p>
        {named.length > 0 && (
          <ul class="import-kept" aria-label={texts.kept}>
            {named.map((id) => (
              <li key={id}>
                <Link to={`/stores/${encodeURIComponent(storeId)}?record=${encodeURIComponent(id)}`}>
                  <bdi class="mono">{id}</bdi>
                </Link>
              </li>
            ))}
            {changed.length > named.length && (
              <li class="faint">{texts.more(formatNumber(changed.length - named.length))}</li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}
