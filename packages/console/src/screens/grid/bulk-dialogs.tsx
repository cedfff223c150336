import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { showToast } from '../../components/toast.tsx';
import { readValue } from '../../records/value-types.ts';
import { messageOf } from '../../session/describe-error.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import type { GridState } from './grid-state.ts';
import { announce } from './record-edits.ts';
import { changeAll, countSelected, insertOf, readSelected, UNDO_MAX } from './selected-records.ts';

const texts = gridTexts.bulk;

interface BulkProps {
  readonly grid: GridState;
  readonly onClose: () => void;
  /** Loads the grid anew. */
  readonly onDone: () => void;
}

/** Returns the exact number of the selected records; null while it is counted. */
function useDryCount(grid: GridState): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const aborting = new AbortController();
    countSelected(grid, aborting.signal).then(setCount, () => {});
    return () => aborting.abort();
  }, [grid]);
  return count;
}

/** Deletes the selected records after it has said how many they are. */
export function BulkDelete({ grid, onClose, onDone }: BulkProps): JSX.Element {
  const count = useDryCount(grid);
  const [isBusy, setBusy] = useState(false);

  async function run(): Promise<void> {
    if (count === null) return;
    setBusy(true);
    try {
      const rows = await readSelected(grid);
      await deleteRows(grid, rows, onDone);
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
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button type="submit" kind="danger" busy={isBusy} disabled={count === null}>
            {texts.remove(shown)}
          </Button>
        </>
      }
    >
      <p>{texts.dryDelete}</p>
      <p class="soft">{(count ?? 0) <= UNDO_MAX ? texts.canUndo : texts.cannotUndo}</p>
    </Dialog>
  );
}

/** Deletes records and offers to add them again. */
export async function deleteRows(
  grid: GridState,
  rows: readonly AnyRow[],
  onDone: () => void,
): Promise<void> {
  const { store } = grid;
  await store.deleteMany(rows.map(({ id }) => id));
  const text = texts.deleted(formatNumber(rows.length), rows.length === 1);
  if (rows.length <= UNDO_MAX) {
    announce(text, () => {
      store.upsertMany(rows.map((row) => insertOf(grid, row))).then(
        () => {
          showToast(gridTexts.undone);
          onDone();
        },
        (error: unknown) => showToast(messageOf(error), { isBad: true }),
      );
    });
  } else showToast(text);
  onDone();
}

/** Sets one field of the selected records after it has said how many they are. */
export function BulkEdit({ grid, onClose, onDone }: BulkProps): JSX.Element {
  const count = useDryCount(grid);
  const editable = grid.columns.filter(({ isEditable }) => isEditable);
  const [field, setField] = useState(editable[0]?.name ?? '');
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const column = editable.find(({ name }) => name === field);

  async function run(): Promise<void> {
    if (column === undefined || count === null) return;
    setProgress(0);
    try {
      const rows = await readSelected(grid);
      const value = readValue(text, column.type);
      const result = await changeAll(grid, rows, () => ({ [field]: value }), setProgress);
      onClose();
      onDone();
      if (result.refused > 0) {
        showToast(texts.refused(formatNumber(result.refused), messageOf(result.error)), { isBad: true });
      }
      if (result.done === 0) return;
      announce(texts.changed(formatNumber(result.done)), () => {
        void changeAll(
          grid,
          rows,
          (row) => ({ [field]: row[field] ?? null }),
          () => {},
        ).then(() => {
          showToast(gridTexts.undone);
          onDone();
        });
      });
    } catch (error) {
      setProgress(null);
      showToast(messageOf(error), { isBad: true });
    }
  }

  const shown = count === null ? '…' : formatNumber(count);
  return (
    <Dialog
      title={texts.editTitle(shown)}
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={progress !== null} disabled={count === null}>
            {texts.change(shown)}
          </Button>
        </>
      }
    >
      <SelectField
        label={texts.field}
        value={field}
        choices={editable.map(({ name }) => ({ value: name, label: name }))}
        onValue={(name) => {
          setField(name);
          setText('');
        }}
      />
      {column?.type === 'boolean' ? (
        <SelectField
          label={texts.value}
          value={text}
          choices={[
            { value: '', label: gridTexts.unset },
            { value: 'true', label: gridTexts.yes },
            { value: 'false', label: gridTexts.no },
          ]}
          onValue={setText}
        />
      ) : (
        <TextField label={texts.value} hint={texts.valueHint} value={text} onValue={setText} />
      )}
      <p class="soft">{texts.dryEdit(field, shown)}</p>
      {progress !== null && count !== null && (
        <div role="status">
          <div class="progress">
            <div style={{ width: `${(100 * progress) / Math.max(1, count)}%` }} />
          </div>
          <p class="faint number">{texts.progress(formatNumber(progress), shown)}</p>
        </div>
      )}
    </Dialog>
  );
}
