import type { StatusResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { serverTexts } from '../../texts/en/server.ts';
import { CountCell, DataTable } from './data-table.tsx';

type Queue = StatusResponse['queues'][number];

const texts = serverTexts.queues;

const COLUMNS = [
  { title: texts.queue },
  { title: texts.running, isNumber: true },
  { title: texts.waiting, isNumber: true },
  { title: texts.accounts, isNumber: true },
  { title: texts.refused },
];

/** The queues in which expensive requests take turns. */
export function QueueTable({ queues }: Pick<StatusResponse, 'queues'>): JSX.Element {
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      <p class="soft">{texts.lead}</p>
      <DataTable label={texts.title} columns={COLUMNS}>
        {queues.map(({ queue, running, waiting, accounts, refused }) => (
          <tr key={queue}>
            <th scope="row">{texts.names[queue] ?? queue}</th>
            <CountCell count={running} />
            <CountCell count={waiting} />
            <CountCell count={accounts} />
            <td>
              <Refused refused={refused} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** How many got no turn since the start of the server, and why. */
function Refused({ refused }: Pick<Queue, 'refused'>): JSX.Element {
  const reasons = (['full', 'late', 'left'] as const).filter((reason) => refused[reason] > 0);
  if (reasons.length === 0) return <span class="faint">0</span>;
  return (
    <span class="server-bad">
      {reasons.map((reason) => `${formatNumber(refused[reason])} ${texts.refusedFor[reason]}`).join(', ')}
    </span>
  );
}
