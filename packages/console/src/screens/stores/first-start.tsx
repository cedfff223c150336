import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FileDrop, TABLES } from '../../components/files/file-drop.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { showToast } from '../../components/toast.tsx';
import { useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { Link } from '../../router/link.tsx';
import { navigate, rememberPage } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { useSession } from '../../session/session.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import { addSampleStore, type SampleProgress } from './sample-store.ts';

const texts = storesTexts.start;

interface FirstStartProps {
  readonly onFile: (file: File) => void;
  readonly onCreate: () => void;
}

/** What an empty account shows: three ways to begin. */
export function FirstStart({ onFile, onCreate }: FirstStartProps): JSX.Element {
  return (
    <div class="first-start">
      <header>
        <h2>{texts.title}</h2>
        <p>{texts.lead}</p>
      </header>
      <div class="starts">
        {hasPlace('/import') && (
          <section class="card start">
            <Icon name="upload" />
            <h3>{texts.csvTitle}</h3>
            <p>{texts.csvText}</p>
            <FileDrop label={texts.csvDrop} accept={TABLES} onFiles={([file]) => file && onFile(file)} />
          </section>
        )}
        <SampleStart />
        {hasPlace('/timers/new') && (
          <section class="card start">
            <Icon name="timer" />
            <h3>{texts.timerTitle}</h3>
            <p>{texts.timerText}</p>
            <Link class="button" to="/timers/new">
              {texts.timerAction}
            </Link>
          </section>
        )}
      </div>
      <p class="or">
        {texts.or}{' '}
        <button type="button" onClick={onCreate}>
          {texts.emptyStore}
        </button>
      </p>
    </div>
  );
}

function SampleStart(): JSX.Element {
  const { client } = useSession();
  const create = useCreation(client.stores.create);
  const [progress, setProgress] = useState<SampleProgress | null>(null);

  async function add(): Promise<void> {
    setProgress({ done: 0, total: 1 });
    const isHere = rememberPage();
    try {
      const id = await addSampleStore(client, create, setProgress);
      if (isHere()) navigate(`/stores/${encodeURIComponent(id)}`);
    } catch (error) {
      setProgress(null);
      showToast(messageOf(error), { isBad: true });
    }
  }

  return (
    <section class="card start">
      <Icon name="database" />
      <h3>{texts.sampleTitle}</h3>
      <p>{texts.sampleText}</p>
      {progress === null ? (
        <Button onClick={() => void add()}>{texts.sampleAction}</Button>
      ) : (
        <div role="status">
          <div class="progress">
            <div style={{ width: `${(100 * progress.done) / progress.total}%` }} />
          </div>
          <p class="faint number">
            {texts.sampleProgress(formatNumber(progress.done), formatNumber(progress.total))}
          </p>
        </div>
      )}
    </section>
  );
}
