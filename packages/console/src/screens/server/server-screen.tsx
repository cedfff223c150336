import { ConnectionError, TimeoutError } from '@vitrine/client';
import type { JSX } from 'preact';
import { Checkbox } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { query, setQuery } from '../../router/location.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { serverTexts as texts } from '../../texts/en/server.ts';
import { AccountUsage } from './account-usage.tsx';
import { CacheTable } from './cache-table.tsx';
import { GeocodingFacts, LimitFacts, ServerFacts } from './facts.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { JobTable } from './job-table.tsx';
import { MetricList } from './metric-list.tsx';
import { QueueTable } from './queue-table.tsx';
import styles from './server.css';
import { type Observed, useStatus } from './use-status.ts';

adoptStyles(styles);

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** The state of the server, refreshed while it is looked at. */
export default function ServerScreen(): JSX.Element {
  const isLive = query.value.get('live') !== 'off';
  const load = useStatus(isLive);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Checkbox
          isSwitch
          label={texts.live}
          checked={isLive}
          onValue={(live) => setQuery({ live: live ? null : 'off' })}
        />
      }
    >
      <Loaded load={load}>
        {(observed) => (
          <>
            <Freshness observed={observed} error={load.error} />
            <Sections observed={observed} onChanged={load.reload} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Says how old the numbers are, and why if the server has not answered since. */
function Freshness({
  observed,
  error,
}: {
  readonly observed: Observed;
  readonly error: unknown;
}): JSX.Element {
  const time = clock.format(observed.at);
  if (error === null) return <p class="server-time faint number">{texts.updated(time)}</p>;
  const isSilent = error instanceof ConnectionError || error instanceof TimeoutError;
  return (
    <p class="note warn server-time" role="status">
      <Icon name="alert" />
      <span>{texts.stale(time, isSilent ? texts.silent : messageOf(error))}</span>
    </p>
  );
}

interface SectionsProps {
  readonly observed: Observed;
  readonly onChanged: () => void;
}

function Sections({ observed: { status, usage }, onChanged }: SectionsProps): JSX.Element {
  return (
    <div class="server">
      <ServerFacts status={status} />
      <FailedJobs jobs={status.failedJobs} onRetried={onChanged} />
      <JobTable jobs={status.jobs} />
      <QueueTable queues={status.queues} />
      <AccountUsage usage={usage} />
      <div class="server-pair">
        <GeocodingFacts geocoding={status.geocoding} />
        <LimitFacts limits={status.limits} />
      </div>
      <CacheTable metrics={status.metrics} />
      <MetricList metrics={status.metrics} />
    </div>
  );
}
