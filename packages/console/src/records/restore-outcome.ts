import type { RestoreResult } from '@vitrine/client';
import { formatNumber } from '../components/format.ts';
import { historyTexts } from '../texts/en/stores/history.ts';

type RestoreStatus = RestoreResult['status'];

/** What a restore did, in a sentence for each outcome. */
export interface RestoreOutcome {
  readonly sentences: readonly string[];
  /** Whether a record was left as it is, although it was to be restored. */
  readonly isBad: boolean;
  /** The ids of the records that stay as they are, because they were changed since. */
  readonly changed: readonly string[];
}

const WANTED: ReadonlySet<RestoreStatus> = new Set(['restored', 'deleted', 'unchanged']);

export function outcomeOf(results: readonly RestoreResult[]): RestoreOutcome {
  const groups = Map.groupBy(results, ({ status }) => status);
  // In the order of the texts: what was done comes first.
  const statuses = (Object.keys(historyTexts.outcomes) as RestoreStatus[]).filter((one) => groups.has(one));
  const sentences = statuses.map((status) => {
    const count = groups.get(status)?.length ?? 0;
    return historyTexts.outcomes[status](formatNumber(count), count === 1);
  });
  const lost = results.filter(({ droppedValues = 0 }) => droppedValues > 0).length;
  const changed = (groups.get('changed') ?? []).map(({ id }) => id);
  return {
    changed,
    sentences: lost === 0 ? sentences : [...sentences, historyTexts.dropped(formatNumber(lost), lost === 1)],
    isBad: statuses.some((status) => !WANTED.has(status)),
  };
}
