import { type Signal, signal } from '@preact/signals';
import type { Column } from '../../records/value-types.ts';

/** How a store's columns are shown on this device. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
}

const WIDTH_MIN = 64;
const WIDTH_MAX = 900;

const entryOf = (storeId: string) => `vitrine.columns.${storeId}`;

/** Returns the layout that was chosen before, or that of a new grid: the first column pinned, the id hidden. */
export function openLayout(storeId: string, columns: readonly Column[]): Signal<ColumnLayout> {
  const first = columns.find(({ isSystem }) => !isSystem);
  const layout: ColumnLayout = {
    widths: {},
    hidden: columns.some(({ isUnique }) => isUnique) ? ['id', 'date_created'] : ['date_created'],
    pinned: first === undefined || window.innerWidth < 720 ? [] : [first.name],
  };
  return signal({ ...layout, ...readStored(storeId) });
}

/** Changes a layout and remembers it. */
export function changeLayout(
  storeId: string,
  layout: Signal<ColumnLayout>,
  changes: Partial<ColumnLayout>,
): void {
  layout.value = { ...layout.value, ...changes };
  try {
    localStorage.setItem(entryOf(storeId), JSON.stringify(layout.value));
  } catch {
    // A full or forbidden storage: the layout holds for this visit.
  }
}

function readStored(storeId: string): Partial<ColumnLayout> {
  try {
    return JSON.parse(localStorage.getItem(entryOf(storeId)) ?? '{}') as Partial<ColumnLayout>;
  } catch {
    return {};
  }
}

/** A column at its place in the grid, in pixels. */
export interface PlacedColumn extends Column {
  readonly width: number;
  readonly left: number;
  readonly isPinned: boolean;
}

const WIDTHS: Readonly<Record<Column['type'], number>> = {
  string: 172,
  number: 132,
  boolean: 96,
  datetime: 168,
  url_image: 200,
  url_link: 240,
};

/** Returns the shown columns from left to right, the pinned ones first. */
export function placeColumns(columns: readonly Column[], layout: ColumnLayout): readonly PlacedColumn[] {
  const shown = columns.filter(({ name }) => !layout.hidden.includes(name));
  const isPinned = ({ name }: Column) => layout.pinned.includes(name);
  let left = 0;
  return [...shown.filter(isPinned), ...shown.filter((column) => !isPinned(column))].map((column) => {
    const width = clampWidth(layout.widths[column.name] ?? WIDTHS[column.type]);
    const placed = { ...column, width, left, isPinned: isPinned(column) };
    left += width;
    return placed;
  });
}

export function clampWidth(width: number): number {
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(width)));
}
