import type { StatusResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { CountCell, DataTable } from './data-table.tsx';

type FailedJob = StatusResponse['failedJobs'][number];

const texts = serverTexts.failed;

/** The server shows as many. */
const SHOWN_MAX = 20;

const COLUMNS = [
  { title: texts.job },
  { title: texts.reason },
  { title: texts.attempts, isNumber: true },
  { title: texts.when },
  { title: texts.retry, isTitleUnseen: true },
];

interface FailedJobsProps {
  readonly jobs: readonly FailedJob[];
  readonly onRetried: () => void;
}

/** The jobs that were given up, to be queued again one by one or together. */
export function FailedJobs({ jobs, onRetried }: FailedJobsProps): JSX.Element {
  const { client } = useSession();
  /** The jobs that are being queued again. */
  const [busy, setBusy] = useState<readonly number[]>([]);

  async function retry(ids: readonly number[]): Promise<void> {
    setBusy(ids);
    try {
      for (const id of ids) await client.jobs.retry(id);
      showToast(texts.retried(ids.length));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy([]);
    onRetried();
  }

  return (
    <section class="server-section">
      <header>
        <h2>{texts.title}</h2>
        {jobs.length > 1 && (
          <Button
            size="small"
            icon="refresh"
            busy={busy.length > 1}
            onClick={() => void retry(jobs.map(({ id }) => id))}
          >
            {texts.retryAll(jobs.length)}
          </Button>
        )}
      </header>
      {jobs.length === 0 ? (
        <p class="server-good">
          <Icon name="check" />
          {texts.none}
        </p>
      ) : (
        <>
          <p class="soft">
            {texts.lead(jobs.length)} {jobs.length === SHOWN_MAX && texts.latest(SHOWN_MAX)}
          </p>
          <DataTable label={texts.title} columns={COLUMNS}>
            {jobs.map((job) => (
              <Row
                key={job.id}
                job={job}
                isBusy={busy.includes(job.id)}
                onRetry={() => void retry([job.id])}
              />
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

interface RowProps {
  readonly job: FailedJob;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

function Row({ job, isBusy, onRetry }: RowProps): JSX.Element {
  const { id, kind, scope, attempts, reason, failedAt } = job;
  const name = serverTexts.jobs.kinds[kind] ?? kind;
  return (
    <tr>
      <th scope="row">
        {name} {scope === 'system' && <span class="faint">{texts.system}</span>}
      </th>
      <td class="server-reason">{reason}</td>
      <CountCell count={attempts} />
      <td class="soft server-when">{failedAt !== null && <TimeAgo time={failedAt} />}</td>
      <td>
        <Button size="small" busy={isBusy} aria-label={texts.retryOne(name, id)} onClick={onRetry}>
          {texts.retry}
        </Button>
      </td>
    </tr>
  );
}
