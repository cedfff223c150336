import type { StatusResponse } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { formatAgo, formatBytes, formatMoment, formatNumber } from '../../components/format.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { formatDuration } from './format-duration.ts';
import { metricValue } from './metric-values.ts';

interface FactProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** A second, smaller line. */
  readonly note?: ComponentChildren;
}

function Fact({ label, children, note }: FactProps): JSX.Element {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd class="number">
        {children}
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

/** The server at a glance. */
export function ServerFacts({ status }: { readonly status: StatusResponse }): JSX.Element {
  const { facts } = serverTexts;
  const { version, startedAt, uptimeSeconds, storage, metrics } = status;
  const log = metricValue(metrics, 'vitrine_wal_bytes');
  const connections = metricValue(metrics, 'vitrine_connections');
  const refused = metricValue(metrics, 'vitrine_connections_refused_total') ?? 0;
  const writes = metricValue(metrics, 'vitrine_writer_operations_total');
  const failed = metricValue(metrics, 'vitrine_writer_failures_total') ?? 0;
  const waiting = metricValue(metrics, 'vitrine_writer_waiting') ?? 0;
  return (
    <dl class="server-facts card">
      <Fact label={facts.version}>{version}</Fact>
      <Fact label={facts.uptime} note={facts.since(formatMoment(startedAt))}>
        {formatDuration(uptimeSeconds)}
      </Fact>
      <Fact label={facts.storage} note={facts.layout(storage.layout)}>
        {storage.engine}
      </Fact>
      <Fact label={facts.size} note={log === null ? null : facts.log(formatBytes(log))}>
        {storage.bytes === null ? facts.unknown : formatBytes(storage.bytes)}
      </Fact>
      {connections !== null && (
        <Fact label={facts.connections} note={facts.refused(formatNumber(refused))}>
          {formatNumber(connections)}
        </Fact>
      )}
      {writes !== null && (
        <Fact
          label={facts.writes}
          note={`${facts.writesWaiting(formatNumber(waiting))}, ${facts.failed(formatNumber(failed))}`}
        >
          {formatNumber(writes)}
        </Fact>
      )}
    </dl>
  );
}

/** The addresses that wait for the geocoder. */
export function GeocodingFacts({ geocoding }: Pick<StatusResponse, 'geocoding'>): JSX.Element {
  const texts = serverTexts.geocoding;
  const { queued, processing, oldestWaiting } = geocoding;
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      <dl class="server-facts card">
        <Fact label={texts.queued}>{formatNumber(queued)}</Fact>
        <Fact label={texts.processing}>{formatNumber(processing)}</Fact>
        <Fact label={texts.oldest}>{oldestWaiting === null ? texts.idle : formatAgo(oldestWaiting)}</Fact>
      </dl>
    </section>
  );
}

/** How many requests the server takes in a minute. */
export function LimitFacts({ limits }: Pick<StatusResponse, 'limits'>): JSX.Element {
  const texts = serverTexts.limits;
  const { requestsPerMinute, failedKeysPerMinute } = limits;
  const rate = (limit: number | null) => (limit === null ? texts.none : texts.perMinute(formatNumber(limit)));
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      <dl class="server-facts card">
        <Fact label={texts.account}>{rate(requestsPerMinute?.account ?? null)}</Fact>
        <Fact label={texts.key}>{rate(requestsPerMinute?.key ?? null)}</Fact>
        <Fact label={texts.failedKeys}>{rate(failedKeysPerMinute)}</Fact>
      </dl>
    </section>
  );
}
