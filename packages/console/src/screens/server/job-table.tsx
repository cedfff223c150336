import type { StatusResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { TimeAgo } from '../../components/time.tsx';
import { serverTexts } from '../../texts/en/server.ts';
import { CountCell, DataTable } from './data-table.tsx';

const texts = serverTexts.jobs;

const COLUMNS = [
  { title: texts.kind },
  { title: texts.waiting, isNumber: true },
  { title: texts.running, isNumber: true },
  { title: texts.failed, isNumber: true },
  { title: texts.next },
];

/** The jobs of the server by kind. */
export function JobTable({ jobs }: Pick<StatusResponse, 'jobs'>): JSX.Element {
  return (
    <section class="server-section">
      <h2>{texts.title}</h2>
      {jobs.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <DataTable label={texts.title} columns={COLUMNS}>
          {jobs.map(({ kind, waiting, running, buried, oldestWaiting }) => (
            <tr key={kind}>
              <th scope="row">{texts.kinds[kind] ?? kind}</th>
              <CountCell count={waiting} />
              <CountCell count={running} />
              <CountCell count={buried} isBad />
              <td class="soft">{oldestWaiting !== null && <TimeAgo time={oldestWaiting} />}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
