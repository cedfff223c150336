import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { DatePicker } from '../../../records/date-picker.tsx';
import { sayValue } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { commitEdit, endByKey, isChosen, typeText } from '../edits/grid-edits.ts';
import { useKeptAgain } from '../edits/use-kept-again.ts';
import type { Editing } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';

interface CellEditorProps {
  readonly grid: GridState;
  readonly editing: Editing;
  /** Returns the focus to the grid. */
  readonly onDone: () => void;
}

/** The editor in a cell. `endByKey` says which keys end it. */
export function CellEditor({ grid, editing, onDone }: CellEditorProps): JSX.Element {
  const { column, text, from } = editing;
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const isOpen = useRef(true);
  // It stays what it was opened as, whatever is typed.
  const isList = useRef(isChosen(column, text)).current;
  // A record that is added while it is edited gets another id.
  const latest = useRef(editing.id);
  latest.current = editing.id;
  const theirs = grid.underneath.value?.[column.name] ?? null;
  const isChanged = grid.underneath.value !== null && theirs !== from;
  useKeptAgain(() => text !== editing.began && typeText(grid, text));

  useLayoutEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    if (element instanceof HTMLTextAreaElement)
      element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  // A cell whose column is scrolled away while it is edited is saved. The next key is for the grid.
  useEffect(
    () => () => {
      if (!isOpen.current || grid.editing.peek()?.id !== latest.current) return;
      void commitEdit(grid);
      onDone();
    },
    [grid],
  );

  const shared = {
    ref: field,
    class: 'cell-editor',
    value: text,
    'aria-label': column.name,
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (!endByKey(grid, event)) return;
      isOpen.current = false;
      onDone();
    },
    onBlur: (event: FocusEvent) => {
      const isPicking = event.relatedTarget instanceof Element && event.relatedTarget.closest('.date-picker');
      if (!isOpen.current || isPicking) return;
      isOpen.current = false;
      void commitEdit(grid);
    },
    onPaste: (event: ClipboardEvent) => event.stopPropagation(),
    onCopy: (event: ClipboardEvent) => event.stopPropagation(),
  };
  const note = isChanged && (
    <div class="grid-problem grid-underneath" role="status">
      {gridTexts.live.underneath(sayValue(theirs, column))}
    </div>
  );
  if (isList) {
    return (
      <>
        <select {...shared} onChange={(event) => typeText(grid, event.currentTarget.value)}>
          <option value="">{valueTexts.unset}</option>
          <option value="true">{valueTexts.yes}</option>
          <option value="false">{valueTexts.no}</option>
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
        onInput={(event) => typeText(grid, event.currentTarget.value)}
      />
      {column.type === 'datetime' && (
        <DatePicker
          text={text}
          onPick={(picked) => {
            typeText(grid, picked);
            field.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {column.type === 'url_image' && grid.canChoosePictures && (
        <IconButton
          icon="image"
          size="small"
          class="picture-button"
          tabIndex={-1}
          label={valueTexts.picture.title}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            isOpen.current = false;
            void commitEdit(grid);
            onDone();
            grid.choosing.value = { id: editing.id, column };
          }}
        />
      )}
      {note}
    </>
  );
}
