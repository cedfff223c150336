import type { CellPlace, GridState } from './grid-state.ts';

/** Returns the cell in which an element of the page is. Null: it is in none. */
export function cellOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[id^="cell-"]') : null;
  const [row, column] = (cell?.id ?? '').split('-').slice(1).map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** Whether an element of the page is a part of the editor of a cell. */
export function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.cell-editor, .date-picker, .picture-button') !== null;
}

/** Extends the range while the pointer is down. */
export function dragRange({ pointerType }: PointerEvent, grid: GridState): void {
  if (pointerType !== 'mouse') return;
  const move = (event: PointerEvent) => {
    const place = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const { row, column } = grid.active.peek();
    if (place !== null && (place.row !== row || place.column !== column)) grid.moveTo(place, true);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', () => window.removeEventListener('pointermove', move), { once: true });
}
