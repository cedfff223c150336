import type { JSX } from 'preact';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { uploadsTexts as texts } from '../../texts/en/uploads.ts';
import type { Upload, UploadQueue } from '../../uploads/uploads.ts';
import { Button, IconButton } from '../button.tsx';
import { formatBytes, formatNumber } from '../format.ts';
import styles from './upload-list.css';

adoptStyles(styles);

/** Waiting files that are listed. The others are only counted. */
const WAITING_MAX = 3;

/** The files that are being sent, and those that the server refused, each with its reason. */
export function UploadList({ queue }: { readonly queue: UploadQueue }): JSX.Element | null {
  const uploads = queue.uploads.value;
  const done = queue.done.value;
  if (uploads.length === 0) return null;
  const waiting = uploads.filter(({ state }) => state === 'waiting');
  const unlisted = new Set(waiting.slice(WAITING_MAX));
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const isOver = failed === uploads.length;
  const total = formatNumber(done + uploads.length);
  return (
    <section class="card upload-list" aria-label={texts.title}>
      <header>
        <strong role="status">
          {isOver
            ? texts.refused(formatNumber(failed), total, failed === 1)
            : texts.progress(formatNumber(done), total)}
        </strong>
        <Button size="small" kind="quiet" onClick={() => queue.cancelAll()}>
          {isOver ? texts.dismissAll : texts.cancelAll}
        </Button>
      </header>
      <ul>
        {uploads
          .filter((upload) => !unlisted.has(upload))
          .map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
      </ul>
      {unlisted.size > 0 && <p class="faint">{texts.moreWaiting(formatNumber(unlisted.size))}</p>}
    </section>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly queue: UploadQueue;
}

function UploadRow({ upload, queue }: UploadRowProps): JSX.Element {
  const { id, file, state, sent, problem } = upload;
  const share = file.size === 0 ? 0 : sent / file.size;
  const isWhole = sent >= file.size;
  return (
    <li>
      <span class="cut" dir="auto" title={file.name}>
        {file.name}
      </span>
      {state === 'sending' && (
        <div
          class="progress"
          role="progressbar"
          aria-label={texts.progressOf(file.name)}
          aria-valuenow={Math.round(100 * share)}
        >
          <div style={{ width: `${100 * share}%` }} />
        </div>
      )}
      {state === 'failed' ? (
        <span class="problem" role="alert">
          {problem}
        </span>
      ) : (
        <span class="faint number">
          {state === 'sending' ? (isWhole ? texts.checking : formatBytes(file.size)) : texts[state]}
        </span>
      )}
      {state === 'failed' && !upload.isTooLarge && (
        <IconButton
          size="small"
          icon="refresh"
          label={texts.retry(file.name)}
          onClick={() => queue.retry(id)}
        />
      )}
      <IconButton
        size="small"
        icon="close"
        label={(state === 'failed' ? texts.dismiss : texts.cancel)(file.name)}
        onClick={() => queue.cancel(id)}
      />
    </li>
  );
}
