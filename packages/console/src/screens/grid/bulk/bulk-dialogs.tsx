import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { Dialog, SubmitActions } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { createGroup, pick } from '../../../records/edits/edit.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { announce, takeGroupBack } from '../edits/take-back.ts';
import type { GridState } from '../state/grid-state.ts';
import { countSelected, readSelected, UNDO_MAX } from '../state/selected-records.ts';

const texts = gridTexts.bulk;

export interface BulkProps {
  readonly grid: GridState;
  readonly onClose: () => void;
  /** Loads the grid anew. */
  readonly onDone: () => void;
}

/** Returns the exact number of the selected records; null while it is counted. */
export function useDryCount(grid: GridState): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const aborting = new AbortController();
    countSelected(grid, aborting.signal).then(setCount, () => {});
    return () => aborting.abort();
  }, [grid]);
  return count;
}

/** Deletes the selected records after it has said how many they are. */
export function BulkDelete({ grid, onClose }: Omit<BulkProps, 'onDone'>): JSX.Element {
  const count = useDryCount(grid);
  const [isBusy, setBusy] = useState(false);

  async function run(): Promise<void> {
    if (count === null) return;
    setBusy(true);
    try {
      const rows = await readSelected(grid);
      await deleteRows(grid, rows);
      grid.selected.value = new Set();
      onClose();
    } catch (error) {
      setBusy(false);
      showToast(messageOf(error), { isBad: true });
    }
  }

  const shown = count === null ? '…' : formatNumber(count);
  return (
    <Dialog
      title={texts.deleteTitle(shown)}
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <SubmitActions
          label={texts.remove(shown)}
          busy={isBusy}
          kind="danger"
          disabled={count === null}
          onCancel={onClose}
        />
      }
    >
      <p>{texts.dryDelete}</p>
      <p class="soft">
        {grid.detail.history !== null
          ? texts.canRestore
          : (count ?? 0) <= UNDO_MAX
            ? texts.canUndo
            : texts.cannotUndo}
      </p>
    </Dialog>
  );
}

/** Deletes records, and offers to bring them back. */
export async function deleteRows(grid: GridState, rows: readonly AnyRow[]): Promise<void> {
  await grid.store.deleteMany(rows.map(({ id }) => id));
  const text = texts.deleted(formatNumber(rows.length), rows.length === 1);
  const hasHistory = grid.detail.history !== null;
  if (hasHistory || rows.length <= UNDO_MAX) {
    const group = createGroup();
    const at = new Date().toISOString();
    const own = grid.columns.filter(({ isSystem }) => !isSystem).map(({ name }) => name);
    const changes = rows.map((row) => ({
      id: row.id,
      at,
      before: hasHistory ? {} : pick(row, own),
      after: null,
    }));
    grid.edits.rememberAll({ group, changes });
    announce(text, { undo: () => void takeGroupBack(grid, group) });
  } else showToast(text);
  grid.edits.announceList();
}
