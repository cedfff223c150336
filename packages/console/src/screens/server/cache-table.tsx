import type { JSX } from 'preact';
import { formatBytes } from '../../components/format.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { CountCell, DataTable } from './data-table.tsx';
import { type Metrics, metricValue } from './metric-values.ts';

const texts = serverTexts.caches;

const COLUMNS = [
  { title: texts.cache },
  { title: texts.memory, isNumber: true },
  { title: texts.hits, isNumber: true },
  { title: texts.misses, isNumber: true },
  { title: texts.rate, isNumber: true },
];

/** Each cache with the prefix of its metrics. */
const CACHES = [
  { name: texts.blobs, prefix: 'vitrine_blob_cache' },
  { name: texts.timers, prefix: 'vitrine_timer_cache' },
];

/** The caches of the server, and how much work they save. */
export function CacheTable({ metrics }: { readonly metrics: Metrics }): JSX.Element | null {
  const rows = CACHES.flatMap(({ name, prefix }) => {
    const reads = (result: string) => metricValue(metrics, `${prefix}_reads_total`, { result });
    const bytes = metricValue(metrics, `${prefix}_bytes`);
    return bytes === null ? [] : [{ name, bytes, hits: reads('hit') ?? 0, misses: reads('miss') ?? 0 }];
  });
  // A server without pictures and timers has none.
  if (rows.length === 0) return null;
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      <DataTable label={texts.title} columns={COLUMNS}>
        {rows.map(({ name, bytes, hits, misses }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class={`number ${bytes === 0 ? 'faint' : ''}`}>{formatBytes(bytes)}</td>
            <CountCell count={hits} />
            <CountCell count={misses} />
            <td class="number">{hits + misses > 0 && `${Math.round((100 * hits) / (hits + misses))} %`}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
