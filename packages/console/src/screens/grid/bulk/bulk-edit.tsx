import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Checkbox, SelectField, TextField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { type Change, createGroup, pick } from '../../../records/edits/edit.ts';
import { laterVersion } from '../../../records/edits/later-version.ts';
import { readValue } from '../../../records/read-value.ts';
import type { Column } from '../../../records/value-types.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { announce, takeGroupBack } from '../edits/take-back.ts';
import { type BulkChange, type BulkConflict, changeAll } from '../state/selected-records.ts';
import { BulkConflicts } from './bulk-conflicts.tsx';
import { type BulkProps, useSelected } from './bulk-dialogs.tsx';

const texts = gridTexts.bulk;

/** Sets one field of the selected records after it has said how many they are. */
export function BulkEdit({ grid, onClose, onDone }: BulkProps): JSX.Element {
  const selected = useSelected(grid);
  const editable = grid.columns.filter(({ isEditable }) => isEditable);
  const [field, setField] = useState(editable[0]?.name ?? '');
  const [text, setText] = useState('');
  const [isEmptying, setEmptying] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<readonly BulkConflict[]>([]);
  const column = editable.find(({ name }) => name === field);

  /** @param overwrite the records whose newer values are given up; null: the selected records. */
  async function run({ type }: Column, overwrite: readonly BulkConflict[] | null): Promise<void> {
    setProgress(0);
    setProblem(null);
    const to = isEmptying ? null : readValue(text, type);
    try {
      // Those that an earlier attempt has written are what it has made of them.
      const rows =
        overwrite?.flatMap(({ current }) => current ?? []) ??
        (selected ?? []).map((row) => laterVersion(row, grid.edits.versions.get(row.id)));
      const edits = rows.map(
        (row): BulkChange => ({ id: row.id, from: pick(row, [field]), to: { [field]: to } }),
      );
      const result = await changeAll(grid, edits, setProgress);
      if (result.made.length > 0) offerUndo(result.made);
      setProgress(null);
      if (result.failed.length > 0) {
        // The value and the selection stay, to be corrected or sent again.
        setProblem(texts.refused(formatNumber(result.failed.length), messageOf(result.error)));
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
        value={isEmptying ? null : readValue(text, column.type)}
        conflicts={conflicts}
        isBusy={progress !== null}
        onClose={onClose}
        onOverwrite={() => void run(column, conflicts)}
      />
    );
  }
  const shown = selected === null ? '…' : formatNumber(selected.length);
  return (
    <Dialog
      title={texts.editTitle(shown)}
      onClose={onClose}
      onSubmit={() => {
        if (column === undefined || selected === null) return;
        // An empty value by mistake would take the values of all of them.
        if (!isEmptying && readValue(text, column.type) === null) setProblem(texts.missing);
        else void run(column, null);
      }}
      actions={
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={progress !== null || selected === null}
            disabled={selected === null}
          >
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
          setEmptying(false);
          setProblem(null);
        }}
      />
      {column?.type === 'boolean' ? (
        <SelectField
          label={texts.value}
          value={text}
          problem={problem}
          choices={[
            { value: '', label: texts.choose },
            { value: 'true', label: valueTexts.yes },
            { value: 'false', label: valueTexts.no },
          ]}
          disabled={isEmptying}
          onValue={(chosen) => {
            setText(chosen);
            setProblem(null);
          }}
        />
      ) : (
        <TextField
          label={texts.value}
          disabled={isEmptying}
          value={text}
          problem={problem}
          onValue={(typed) => {
            setText(typed);
            setProblem(null);
          }}
        />
      )}
      <Checkbox
        label={texts.empty}
        checked={isEmptying}
        onValue={(isOn) => {
          setEmptying(isOn);
          setText('');
          setProblem(null);
        }}
      />
      <p class="soft">{isEmptying ? texts.dryEmpty(field, shown) : texts.dryEdit(field, shown)}</p>
      {progress !== null && selected !== null && (
        <div role="status">
          <div class="progress">
            <div style={{ width: `${(100 * progress) / Math.max(1, selected.length)}%` }} />
          </div>
          <p class="faint number">{texts.progress(formatNumber(progress), shown)}</p>
        </div>
      )}
    </Dialog>
  );
}
