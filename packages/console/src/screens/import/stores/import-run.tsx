import { type ImportResponse, NotFoundError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../../../components/pages/states.tsx';
import { TimeAgo } from '../../../components/time.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { RestoreOutcome } from '../../../records/restore-outcome.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { wordsOf } from '../../../requests/plain-words.ts';
import { Link } from '../../../router/link.tsx';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { ChangesTable, type ShownProperty } from '../file/changes-table.tsx';
import { Counts } from '../file/import-counts.tsx';
import { ImportProgress } from '../file/import-progress.tsx';
import { isIntoNewStore } from '../file/settings/sent-settings.ts';
import { RefusedTable } from './refused-table.tsx';
import { TakeImportBack, TakenBack } from './take-import-back.tsx';
import { useImportJob } from './use-import-job.ts';

interface ImportRunProps {
  readonly storeId: string;
  readonly importId: string;
  /** The properties of the store. */
  readonly properties: readonly ShownProperty[];
  /** Whether the file is still here, so that it can be sent again. */
  readonly hasFile: boolean;
  readonly isBusy: boolean;
  /** Whether the store keeps what its records were before. */
  readonly hasHistory: boolean;
  readonly onImport: () => void;
  readonly onChange: () => void;
  readonly onAnother: () => void;
  /** Opens corrected records as a file of its own. */
  readonly onFile: (file: File) => void;
}

/** The progress of an import, then its result. */
export function ImportRun(props: ImportRunProps): JSX.Element {
  const { storeId, importId, properties } = props;
  const { client } = useSession();
  const { job, pace, error, reload } = useImportJob(storeId, importId);
  const [outcome, setOutcome] = useState<RestoreOutcome | null>(null);
  if (error instanceof NotFoundError) {
    return (
      <EmptyState
        icon="search"
        title={texts.gone}
        actions={<Button onClick={props.onAnother}>{texts.another}</Button>}
      >
        {texts.goneText}
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState error={error} onRetry={reload} />;
  if (job === null) return <PageSkeleton />;

  const { status, dryRun, fileName, finishedAt, takenBackAt, errors, changes, reason } = job;
  const hasEnded = finishedAt !== null;
  const isTakenBack = takenBackAt !== null || outcome !== null;
  const title = isTakenBack ? texts.takeBack.done : (dryRun ? texts.dryStatus : texts.status)[status];
  const cancel = () =>
    client.stores.imports
      .cancel({ name: storeId, id: storeId }, importId)
      .then(reload, (failure: unknown) => showToast(messageOf(failure), { isBad: true }));
  return (
    <div class="import">
      <section class="import-state card">
        <div>
          <div role="status">
            <h2>{title}</h2>
          </div>
          <p class="faint">
            {fileName !== null && <bdi>{fileName} · </bdi>}
            <TimeAgo time={takenBackAt ?? job.createdAt} />
          </p>
        </div>
        {outcome !== null && <TakenBack storeId={storeId} outcome={outcome} />}
        {!hasEnded && <Progress job={job} pace={pace} />}
        {reason !== undefined && (
          <p class="note bad">
            <Icon name="alert" />
            <span>{wordsOf(reason)}</span>
          </p>
        )}
        <Counts job={job} />
        {job.updated > 0 && !isTakenBack && isIntoNewStore(importId) && (
          <p class="note warn">
            <Icon name="alert" />
            <span>{texts.overwritten(formatNumber(job.updated), job.updated === 1)}</span>
          </p>
        )}
        {(status === 'failed' || status === 'cancelled') && !dryRun && <p class="soft">{texts.stays}</p>}
        {!hasEnded && <p class="faint">{texts.background}</p>}
        <div class="import-actions">
          {hasEnded ? (
            <EndActions
              {...props}
              job={job}
              isTakenBack={isTakenBack}
              onTakenBack={(found) => {
                setOutcome(found);
                reload();
              }}
            />
          ) : (
            <Button onClick={() => void cancel()}>{texts.cancel}</Button>
          )}
        </div>
      </section>
      {changes !== undefined && changes.length > 0 && (
        <ChangesTable changes={changes} updated={job.updated} properties={properties} />
      )}
      {errors.length > 0 && (
        <RefusedTable
          storeId={storeId}
          importId={importId}
          errors={errors}
          all={job.refused}
          isEditable={hasEnded && !dryRun && !isTakenBack}
          fileName={fileName}
          onFile={props.onFile}
        />
      )}
    </div>
  );
}

interface EndActionsProps extends ImportRunProps {
  readonly job: ImportResponse;
  readonly isTakenBack: boolean;
  readonly onTakenBack: (outcome: RestoreOutcome) => void;
}

function EndActions(props: EndActionsProps): JSX.Element {
  const { job, isTakenBack, hasFile, hasHistory, isBusy, storeId, onImport, onChange, onAnother } = props;
  const isDryRun = job.dryRun;
  if (isDryRun && hasFile) {
    return (
      <>
        <Button kind="primary" busy={isBusy} onClick={onImport}>
          {texts.start}
        </Button>
        <Button onClick={onChange}>{texts.change}</Button>
      </>
    );
  }
  return (
    <>
      {!isDryRun && (
        <Link class="button primary" to={`/stores/${encodeURIComponent(storeId)}`}>
          {texts.toRecords}
        </Link>
      )}
      <Button onClick={onAnother}>{texts.another}</Button>
      {!isDryRun && !isTakenBack && hasHistory && job.created + job.updated > 0 && (
        <TakeImportBack {...props} />
      )}
    </>
  );
}

function Progress({
  job: { status, read, bytes, bytesRead },
  pace,
}: {
  readonly job: ImportResponse;
  readonly pace: { readonly records: number; readonly bytes: number } | null;
}): JSX.Element {
  const percent = bytes === 0 ? 0 : Math.floor((100 * bytesRead) / bytes);
  const seconds = pace === null ? null : (bytes - bytesRead) / Math.max(1, pace.bytes);
  const facts = [
    status === 'queued' ? texts.queued : texts.progress(formatNumber(read), `${percent}%`),
    ...(pace === null ? [] : [texts.rate(formatNumber(Math.round(pace.records)))]),
    ...(seconds === null ? [] : [texts.left(showTime(seconds))]),
  ];
  return <ImportProgress label={texts.status.running} percent={percent} text={facts.join(' · ')} />;
}

function showTime(seconds: number): string {
  return seconds < 90
    ? texts.seconds(Math.max(1, Math.round(seconds)))
    : texts.minutes(Math.round(seconds / 60));
}
