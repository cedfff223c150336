import { RecordExistsError } from '@vitrine/client';
import { formatNumber } from '../../../components/format.ts';
import type { Change } from '../../../records/edits/edit.ts';
import { inBatches } from '../../../records/in-batches.ts';
import { outcomeOf } from '../../../records/restore-outcome.ts';
import { forEachConcurrently } from '../../../session/concurrency.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';

/** The result of bringing deleted records back. */
interface BroughtBack {
  /** The new ids of records by their former ones, where they differ. */
  readonly ids: ReadonlyMap<string, string>;
  /** Sentences about the records that were not brought back. */
  readonly notes: readonly string[];
}

const CONCURRENT = 6;

/**
 * Brings deleted records back: from the history of the store, after any time, or else by adding them again, where those
 * without a unique value get another id. Never writes over a record that someone else has added meanwhile.
 */
export async function bringBack(grid: GridState, changes: readonly Change[]): Promise<BroughtBack> {
  if (grid.detail.history !== null) {
    const all = changes.map(({ id }) => id);
    const results = await inBatches(all, (ids) => grid.store.history.restore({ ids }));
    const { sentences, isBad } = outcomeOf(results.flat());
    return { ids: new Map(), notes: isBad ? sentences : [] };
  }
  const own = grid.columns.filter(({ isSystem }) => !isSystem);
  const ids = new Map<string, string>();
  let existing = 0;
  await forEachConcurrently(changes, CONCURRENT, async ({ id, after }) => {
    const values = own.flatMap(({ name }) => (after?.[name] == null ? [] : [[name, after[name]] as const]));
    try {
      ids.set(id, (await grid.store.add(Object.fromEntries(values))).id);
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
      existing += 1;
    }
  });
  const notes = existing === 0 ? [] : [gridTexts.bulk.existAgain(formatNumber(existing), existing === 1)];
  return { ids, notes };
}
