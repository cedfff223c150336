import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { Dialog, SubmitActions } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { createGroup, pick } from '../../../records/edits/edit.ts';
import { laterVersion } from '../../../records/edits/later-version.ts';
import { createNewId } from '../../../records/edits/store-drafts.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { announce, takeGroupBack } from '../edits/take-back.ts';
import type { GridState } from '../state/grid-state.ts';
import { readSelected, UNDO_MAX } from '../state/selected-records.ts';

const texts = gridTexts.bulk;

export interface BulkProps {
  readonly grid: GridState;
  readonly onClose: () => void;
  /** Loads the grid anew. */
  readonly onDone: () => void;
}

/**
 * Returns the selected records as they were when the dialog was opened; null while they are read. It says how many they are:
 * one that someone else adds later is none of them.
 */
export function useSelected(grid: GridState): readonly AnyRow[] | null {
  const [rows, setRows] = useState<readonly AnyRow[] | null>(null);
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    readSelected(grid, signal).then(setRows, (error: unknown) => {
      if (!signal.aborted) showToast(messageOf(error), { isBad: true });
    });
    return () => aborting.abort();
  }, []);
  return rows;
}

/** Deletes the selected records after it has said how many they are. */
export function BulkDelete({ grid, onClose }: Omit<BulkProps, 'onDone'>): JSX.Element {
  const rows = useSelected(grid);
  const [isBusy, setBusy] = useState(false);

  async function run(): Promise<void> {
    if (rows === null) return;
    setBusy(true);
    try {
      await deleteRows(grid, rows);
      grid.selection.ids.value = new Set();
      onClose();
    } catch (error) {
      setBusy(false);
      showToast(messageOf(error), { isBad: true });
    }
  }

  const shown = rows === null ? '…' : formatNumber(rows.length);
  return (
    <Dialog
      title={texts.deleteTitle(shown)}
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <SubmitActions
          label={texts.remove(shown)}
          busy={isBusy || rows === null}
          kind="danger"
          disabled={rows === null}
          onCancel={onClose}
        />
      }
    >
      <p>{texts.dryDelete}</p>
      <p class="soft">
        {grid.detail.history !== null
          ? texts.canRestore
          : (rows ?? []).length <= UNDO_MAX
            ? texts.canUndo
            : texts.cannotUndo}
      </p>
    </Dialog>
  );
}

/** Deletes records, after what was typed into them is stored, and offers to bring them back. */
export async function deleteRows(grid: GridState, shown: readonly AnyRow[]): Promise<void> {
  const group = createGroup();
  await grid.edits.whenIdle();
  const rows = shown.map((row) => laterVersion(row, grid.edits.versions.get(row.id)));
  await grid.store.deleteMany(rows.map(({ id }) => id));
  const text = texts.deleted(formatNumber(rows.length), rows.length === 1);
  const isKept = rows.length <= UNDO_MAX;
  if (isKept || grid.detail.history !== null) {
    const at = new Date().toISOString();
    const own = grid.columns.filter(({ isSystem }) => !isSystem).map(({ name }) => name);
    const changes = rows.map((row) => ({
      id: row.id,
      at,
      before: isKept ? pick(row, own) : {},
      after: null,
      key: createNewId(),
    }));
    grid.edits.rememberAll({ group, changes });
    announce(text, { undo: () => void takeGroupBack(grid, group) });
  } else showToast(text);
  grid.edits.announceList();
}
