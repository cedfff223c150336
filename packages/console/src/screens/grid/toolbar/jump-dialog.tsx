import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../../components/overlays/use-first-focus.ts';
import { plainText } from '../../../records/read-value.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { showView } from '../view/grid-address.ts';

interface JumpDialogProps {
  readonly grid: GridState;
  readonly field: string;
  readonly onClose: () => void;
}

/** Sorts by a column and begins the grid at a value of it. */
export function JumpDialog({ grid, field, onClose }: JumpDialogProps): JSX.Element {
  const [value, setValue] = useState('');
  const input = useFirstFocus();
  const type = grid.columns.find(({ name }) => name === field)?.type ?? 'string';
  const isOrdered = type === 'number' || type === 'datetime';
  const from = value.trim() === '' ? null : plainText(value, type);
  const { view } = grid;
  return (
    <Dialog
      title={gridTexts.jumpTitle(field)}
      onClose={onClose}
      onSubmit={() => {
        if (from === null) return;
        onClose();
        const sortDir = view.sortBy === field ? view.sortDir : 'asc';
        showView({ ...view, sortBy: field, sortDir, from: from.trim() });
      }}
      actions={
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button type="submit" kind="primary" disabled={from === null}>
            {gridTexts.jump}
          </Button>
        </>
      }
    >
      <TextField
        label={gridTexts.jumpValue}
        hint={isOrdered ? gridTexts.jumpHint : gridTexts.jumpTextHint}
        placeholder={type === 'datetime' ? '2026-01-31' : ''}
        inputMode={type === 'number' ? 'decimal' : 'text'}
        inputRef={input}
        value={value}
        onValue={setValue}
      />
    </Dialog>
  );
}
