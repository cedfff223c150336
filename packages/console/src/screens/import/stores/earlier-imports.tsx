import type { ImportSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { useLoad } from '../../../components/pages/use-load.tsx';
import { TimeAgo } from '../../../components/time.tsx';
import { Link } from '../../../router/link.tsx';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';

const SHOWN = 10;

/** The latest imports into a store, which lead to what each did and to the way back. Nothing if there are none. */
export function EarlierImports({ storeId }: { readonly storeId: string }): JSX.Element | null {
  const { client } = useSession();
  const load = useLoad(
    async (signal) =>
      await client.stores.imports.list({ name: storeId, id: storeId }, { limit: SHOWN }, { signal }),
    [client, storeId],
  );
  const imports = (load.data?.items ?? []).filter(({ dryRun }) => !dryRun);
  if (imports.length === 0) return null;
  return (
    <section class="import-part">
      <h2>{texts.earlier}</h2>
      <ul class="import-earlier">
        {imports.map((one) => (
          <li key={one.importId}>
            <Link
              to={`/stores/${encodeURIComponent(storeId)}/import?import=${encodeURIComponent(one.importId)}`}
            >
              {one.fileName === null ? <TimeAgo time={one.createdAt} /> : <bdi>{one.fileName}</bdi>}
            </Link>
            {one.fileName !== null && <TimeAgo time={one.createdAt} />}
            <span class="soft">{outcomeOf(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says what an import has done so far. */
function outcomeOf({ status, created, updated, refused, takenBackAt }: ImportSummary): string {
  const counts = [
    [texts.created, created],
    [texts.updated, updated],
    [texts.refused, refused],
  ] as const;
  const numbers = counts.filter(([, count]) => count > 0);
  return [
    ...(status === 'done' ? [] : [texts.status[status]]),
    ...(takenBackAt === null ? [] : [texts.takeBack.done]),
    ...numbers.map(([label, count]) => `${label}: ${formatNumber(count)}`),
  ].join(' · ');
}
