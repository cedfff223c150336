import type { JSX } from 'preact';
import { SearchField } from '../../components/field.tsx';
import { query, setQuery } from '../../router/location.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { CountCell, DataTable } from './data-table.tsx';
import { labelText, type Metrics } from './metric-values.ts';

const texts = serverTexts.metrics;

const COLUMNS = [{ title: texts.name }, { title: texts.labels }, { title: texts.value, isNumber: true }];

/** Every metric, to be searched. Closed until it is wanted. */
export function MetricList({ metrics }: { readonly metrics: Metrics }): JSX.Element {
  const text = query.value.get('metric') ?? '';
  const isOpen = query.value.has('metrics');
  return (
    <details
      class="server-section"
      open={isOpen}
      onToggle={(event) => setQuery({ metrics: event.currentTarget.open ? '1' : null })}
    >
      <summary>
        <h2>{texts.title}</h2>
      </summary>
      {isOpen && (
        <>
          <p class="soft">{texts.lead}</p>
          <div class="server-search">
            <SearchField label={texts.search} value={text} onValue={(metric) => setQuery({ metric })} />
          </div>
          <Found metrics={metrics} text={text} />
        </>
      )}
    </details>
  );
}

function Found({ metrics, text }: { readonly metrics: Metrics; readonly text: string }): JSX.Element {
  const wanted = text.trim().toLowerCase();
  const rows = metrics
    .map(({ name, labels, value }) => ({ name, labels: labelText(labels), value }))
    .filter(({ name, labels }) => `${name} ${labels}`.includes(wanted));
  if (rows.length === 0) return <p class="soft">{texts.none(text)}</p>;
  return (
    <DataTable label={texts.title} columns={COLUMNS}>
      {rows.map(({ name, labels, value }) => (
        <tr key={`${name} ${labels}`}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td class="soft">
            <code>{labels}</code>
          </td>
          <CountCell count={value} />
        </tr>
      ))}
    </DataTable>
  );
}
