import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { type Change, createGroup, pick } from '../../../records/edits/edit.ts';
import { readValue } from '../../../records/read-value.ts';
import type { Column } from '../../../records/value-types.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { announce, takeGroupBack } from '../edits/take-back.ts';
import { type BulkChange, type BulkConflict, changeAll, readSelected } from '../state/selected-records.ts';
import { BulkConflicts } from './bulk-conflicts.tsx';
import { type BulkProps, useDryCount } from './bulk-dialogs.tsx';

const texts = gridTexts.bulk;

/** Sets one field of the selected records after it has said how many they are. */
export function BulkEdit({ grid, onClose, onDone }: BulkProps): JSX.Element {
  const count = useDryCount(grid);
  const editable = grid.columns.filter(({ isEditable }) => isEditable);
  const [field, setField] = useState(editable[0]?.name ?? '');
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<readonly BulkConflict[]>([]);
  const column = editable.find(({ name }) => name === field);

  /** @param overwrite the records whose newer values are given up; null: the selected records. */
  async function run({ type }: Column, overwrite: readonly BulkConflict[] | null): Promise<void> {
    setProgress(0);
    setProblem(null);
    const to = readValue(text, type);
    try {
      const rows = overwrite?.flatMap(({ current }) => current ?? []) ?? (await readSelected(grid));
      const edits = rows.map(
        (row): BulkChange => ({ id: row.id, from: pick(row, [field]), to: { [field]: to } }),
      );
      const result = await changeAll(grid, edits, setProgress);
      if (result.made.length > 0) offerUndo(result.made);
      setProgress(null);
      if (result.refused > 0) {
        // The value and the selection stay, to be corrected or sent again.
        setProblem(texts.refused(formatNumber(result.refused), messageOf(result.error)));
        return;
      }
      setConflicts(result.conflicts);
      if (result.conflicts.length === 0) onClose();
      onDone();
    } catch (error) {
      setProgress(null);
      showToast(messageOf(error), { isBad: true });
    }
  }

  function offerUndo(changes: readonly Change[]): void {
    const group = createGroup();
    grid.edits.rememberAll({ group, changes });
    announce(texts.changed(formatNumber(changes.length), changes.length === 1), {
      undo: () => void takeGroupBack(grid, group).then(onDone),
    });
  }

  if (column !== undefined && conflicts.length > 0) {
    return (
      <BulkConflicts
        grid={grid}
        column={column}
        value={readValue(text, column.type)}
        conflicts={conflicts}
        isBusy={progress !== null}
        onClose={onClose}
        onOverwrite={() => void run(column, conflicts)}
      />
    );
  }
  const shown = count === null ? '…' : formatNumber(count);
  return (
    <Dialog
      title={texts.editTitle(shown)}
      onClose={onClose}
      onSubmit={() => {
        if (column !== undefined && count !== null) void run(column, null);
      }}
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
          problem={problem}
          choices={[
            { value: '', label: gridTexts.unset },
            { value: 'true', label: gridTexts.yes },
            { value: 'false', label: gridTexts.no },
          ]}
          onValue={setText}
        />
      ) : (
        <TextField
          label={texts.value}
          hint={texts.valueHint}
          value={text}
          problem={problem}
          onValue={(typed) => {
            setText(typed);
            setProblem(null);
          }}
        />
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
