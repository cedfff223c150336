import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { Link } from '../../../router/link.tsx';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';

/** A refused record that was corrected, and the import in which it was sent. */
export interface SentRecord {
  readonly line: number;
  readonly importId: string;
}

interface SentRecordsProps {
  readonly storeId: string;
  readonly sent: readonly SentRecord[];
}

/** Says which refused records are not listed any more, with links to the imports in which they were sent. */
export function SentRecords({ storeId, sent }: SentRecordsProps): JSX.Element | null {
  if (sent.length === 0) return null;
  const address = (importId: string) =>
    `/stores/${encodeURIComponent(storeId)}/import?import=${encodeURIComponent(importId)}`;
  return (
    <ul class="import-earlier">
      {[...Map.groupBy(sent, ({ importId }) => importId)].map(([importId, records]) => (
        <li key={importId}>
          <span class="soft">{texts.corrected(formatNumber(records.length), records.length === 1)}</span>
          <Link to={address(importId)}>{texts.toCorrected}</Link>
        </li>
      ))}
    </ul>
  );
}
