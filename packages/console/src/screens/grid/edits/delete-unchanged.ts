import { NotFoundError, PreconditionFailedError } from '@vitrine/client';
import { formatNumber } from '../../../components/format.ts';
import type { Change, Values } from '../../../records/edits/edit.ts';
import { createNewId } from '../../../records/edits/store-drafts.ts';
import { tryEach } from '../../../records/try-each.ts';
import { isStoreGone } from '../../../requests/open-store.ts';
import { historyTexts } from '../../../texts/en/stores/history.ts';
import type { GridState } from '../state/grid-state.ts';
import { hasValues } from '../state/has-values.ts';
import type { Outcome } from './outcome.ts';

/** How often a record is read again because someone changes it at the same time. */
const ATTEMPTS = 5;

/** Deletes records. Those that have other values than before the change, which someone else has written, stay. */
export async function deleteUnchanged(grid: GridState, changes: readonly Change[]): Promise<Outcome> {
  const made: Change[] = [];
  let changed = 0;
  const { failed, error } = await tryEach(changes, async (change) => {
    if (await deleteOne(grid, change.id, change.before ?? {}))
      made.push({ ...change, at: new Date().toISOString(), key: createNewId() });
    else changed += 1;
  });
  const notes = changed === 0 ? [] : [historyTexts.outcomes.changed(formatNumber(changed), changed === 1)];
  return { made, failed, error, notes };
}

/** Returns whether the record is deleted. */
async function deleteOne(grid: GridState, id: string, before: Values): Promise<boolean> {
  const { store, edits } = grid;
  // Those of large deletions are not kept.
  const isKept = Object.keys(before).length > 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const held = attempt === 1 ? edits.versions.get(id) : undefined;
      const current = held ?? (await store.get(id));
      if (!isKept || hasValues(grid, current, before)) {
        await store.delete(id, { ifMatch: current });
        edits.versions.delete(id);
        return true;
      }
      if (held === undefined) return false;
    } catch (error) {
      if (error instanceof NotFoundError && !(await isStoreGone(edits.store))) return true;
      if (!(error instanceof PreconditionFailedError) || attempt === ATTEMPTS) throw error;
    }
  }
}
