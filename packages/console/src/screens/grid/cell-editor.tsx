import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { sayValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import type { PlacedColumn } from './column-layout.ts';
import { commitEdit } from './grid-edits.ts';
import type { GridState } from './grid-state.ts';

interface CellEditorProps {
  readonly grid: GridState;
  readonly column: PlacedColumn;
  /** Returns the focus to the grid. */
  readonly onDone: () => void;
}

/** The editor in a cell. Enter saves and goes down, Tab saves and goes right, Escape leaves the value unchanged. */
export function CellEditor({ grid, column, onDone }: CellEditorProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const isOpen = useRef(true);
  const text = grid.editing.value ?? '';
  const shown = grid.pages.rowAt(grid.active.value.row)?.[column.name] ?? null;
  const theirs = grid.underneath.value?.[column.name] ?? null;
  const isChanged = grid.underneath.value !== null && theirs !== shown;

  useLayoutEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    if (element instanceof HTMLTextAreaElement)
      element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  // A cell that is scrolled away while it is edited is saved.
  useEffect(
    () => () => {
      if (isOpen.current && grid.editing.peek() !== null) void commitEdit(grid);
    },
    [grid],
  );

  function end(isSaved: boolean, down: number, right: number): void {
    isOpen.current = false;
    if (isSaved) void commitEdit(grid);
    else grid.editing.value = null;
    const { row, column: place } = grid.active.peek();
    if (down !== 0 || right !== 0) grid.moveTo({ row: row + down, column: place + right });
    onDone();
  }

  const shared = {
    ref: field,
    class: 'cell-editor',
    value: text,
    'aria-label': column.name,
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Enter' && !event.altKey && !event.isComposing) {
        event.preventDefault();
        end(true, event.shiftKey ? -1 : 1, 0);
      } else if (event.key === 'Tab') {
        event.preventDefault();
        end(true, 0, event.shiftKey ? -1 : 1);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        end(false, 0, 0);
      }
    },
    onBlur: () => {
      if (!isOpen.current) return;
      isOpen.current = false;
      void commitEdit(grid);
    },
    onPaste: (event: ClipboardEvent) => event.stopPropagation(),
    onCopy: (event: ClipboardEvent) => event.stopPropagation(),
  };
  const note = isChanged && (
    <div class="grid-problem grid-underneath" role="status">
      {gridTexts.live.underneath(sayValue(theirs, column.type))}
    </div>
  );
  if (column.type === 'boolean') {
    return (
      <>
        <select
          {...shared}
          onChange={(event) => {
            grid.editing.value = event.currentTarget.value;
          }}
        >
          <option value="">{gridTexts.unset}</option>
          <option value="true">{gridTexts.yes}</option>
          <option value="false">{gridTexts.no}</option>
        </select>
        {note}
      </>
    );
  }
  return (
    <>
      <textarea
        {...shared}
        rows={1}
        spellcheck={false}
        onInput={(event) => {
          grid.editing.value = event.currentTarget.value;
        }}
      />
      {note}
    </>
  );
}
