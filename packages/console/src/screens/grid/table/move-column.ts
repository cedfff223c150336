import { changeLayout, inOrder } from '../state/column-layout.ts';
import type { GridState } from '../state/grid-state.ts';

/** Moves a column to the place of another one of the shown columns. Beside a pinned column it becomes pinned. */
export function moveColumn(grid: GridState, name: string, to: number): void {
  const { layout } = grid;
  const shown = grid.placed.peek();
  const moved = shown.find((column) => column.name === name);
  const target = shown[to];
  if (moved === undefined || target === undefined || moved === target) return;
  const isAfter = shown.indexOf(moved) < to;
  const rest = inOrder(grid.columns, layout.peek().order)
    .map((column) => column.name)
    .filter((other) => other !== name);
  const order = rest.toSpliced(rest.indexOf(target.name) + (isAfter ? 1 : 0), 0, name);
  const others = layout.peek().pinned.filter((other) => other !== name);
  const pinned = target.isPinned ? order.filter((other) => other === name || others.includes(other)) : others;
  changeLayout(layout, { order, pinned });
}

/** Pixels before a press on a name becomes a drag. */
const SLACK = 6;

/** Moves a column with the pointer. A press without a move still sorts. */
export function dragColumn(grid: GridState, name: string, event: PointerEvent): void {
  if (event.button !== 0 || event.pointerType === 'touch' || !(event.currentTarget instanceof HTMLElement))
    return;
  const header = event.currentTarget.closest('.grid-header');
  const button = event.currentTarget;
  const from = event.clientX;
  let isDragged = false;
  const placeAt = (x: number) => {
    const cells = [...(header?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
    const cell = cells.findLast((one) => one.getBoundingClientRect().left <= x) ?? cells[0];
    return grid.placed.peek().findIndex((column) => column.name === cell?.dataset.column);
  };
  const move = ({ clientX }: PointerEvent) => {
    isDragged ||= Math.abs(clientX - from) > SLACK;
    if (isDragged) grid.dragged.value = { name, to: placeAt(clientX) };
  };
  const end = (last: PointerEvent) => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    grid.dragged.value = null;
    if (!isDragged) return;
    // The press that ends a drag does not sort.
    const swallow = (click: Event) => click.stopImmediatePropagation();
    button.addEventListener('click', swallow, { capture: true });
    setTimeout(() => button.removeEventListener('click', swallow, { capture: true }));
    if (last.type === 'pointerup') moveColumn(grid, name, placeAt(last.clientX));
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
