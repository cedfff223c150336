import type { AccountUsageResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { DataTable } from './data-table.tsx';

type Resource = keyof AccountUsageResponse['resources'];

const texts = serverTexts.usage;

const COLUMNS = [
  { title: texts.resource },
  { title: texts.used, isNumber: true },
  { title: texts.limit, isNumber: true },
];

/** What the account uses of its quotas. */
export function AccountUsage({ usage }: { readonly usage: AccountUsageResponse }): JSX.Element {
  const resources = Object.keys(texts.names) as Resource[];
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      <DataTable label={texts.title} columns={COLUMNS}>
        {resources.map((resource) => (
          <UsageRow key={resource} resource={resource} {...usage.resources[resource]} />
        ))}
      </DataTable>
    </section>
  );
}

interface UsageRowProps {
  readonly resource: Resource;
  readonly used: number;
  readonly limit: number | null;
}

function UsageRow({ resource, used, limit }: UsageRowProps): JSX.Element {
  const name = texts.names[resource];
  const format = resource === 'imageBytes' ? formatBytes : formatNumber;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class={`number ${used === 0 ? 'faint' : ''}`}>{format(used)}</td>
      <td class="number">
        {limit === null ? (
          <span class="faint">{texts.noLimit}</span>
        ) : (
          <>
            {format(limit)}
            <Share name={name} part={limit === 0 ? 1 : used / limit} />
          </>
        )}
      </td>
    </tr>
  );
}

const FULL_FROM = 0.9;

function Share({ name, part }: { readonly name: string; readonly part: number }): JSX.Element {
  const percent = Math.min(100, Math.round(part * 100));
  return (
    <div
      class={`progress ${part >= FULL_FROM ? 'full' : ''}`}
      role="meter"
      aria-label={texts.share(name, percent)}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
