import { type Signal, signal } from '@preact/signals';
import type { AnyRow, AnyValue, ViewResponse } from '@vitrine/client';
import { writeNumber } from '../../../records/number-format/write-number.ts';
import { type Column, showValue } from '../../../records/value-types.ts';
import { openView } from '../../../records/views/shown-view.ts';
import { deviceStorage } from '../../../session/browser-storage.ts';

/** How the columns of a store are shown: in a saved view, or on this device. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  /** The columns that were moved, with those around them, in their order. */
  readonly order: readonly string[];
}

const WIDTH_MIN = 64;
const WIDTH_MAX = 900;

const entryOf = (storeId: string) => `vitrine.columns.${storeId}`;

/**
 * Returns the layout that was chosen before on this device, also of a saved view, or that of the view or of a new grid: the
 * first column pinned, the id hidden.
 */
export function openLayout(
  storeId: string,
  columns: readonly Column[],
  view: Pick<ViewResponse, 'id' | 'display'> | null,
): Signal<ColumnLayout> {
  const entry = entryOf(view === null ? storeId : `${storeId}.${view.id}`);
  const initial = view === null ? newLayout(columns) : savedLayout(view, columns);
  const layout = signal<ColumnLayout>({ ...initial, ...readStored(entry) });
  let isChosen = false;
  layout.subscribe((chosen) => {
    if (isChosen) remember(entry, isSaved(view, columns, chosen) ? null : chosen);
    isChosen = true;
  });
  return layout;
}

/** Whether a view has the layout, as it is saved now. */
function isSaved(
  opened: Pick<ViewResponse, 'id'> | null,
  columns: readonly Column[],
  layout: ColumnLayout,
): boolean {
  const view = openView.peek();
  return view !== null && view.id === opened?.id && isSameLayout(savedLayout(view, columns), layout);
}

export function isSameLayout(one: ColumnLayout, other: ColumnLayout): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the layout of a saved view, which other programs may have written too. */
export function savedLayout(
  { display }: Pick<ViewResponse, 'display'>,
  columns: readonly Column[],
): ColumnLayout {
  const { widths, hidden, pinned, order } = membersOf(display.columns);
  const initial = newLayout(columns);
  const own = Object.entries(membersOf(widths)).filter(([, width]) => typeof width === 'number');
  return {
    widths: Object.fromEntries(own) as ColumnLayout['widths'],
    hidden: namesIn(hidden) ?? initial.hidden,
    pinned: namesIn(pinned) ?? initial.pinned,
    order: namesIn(order) ?? initial.order,
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function namesIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : null;
}

function newLayout(columns: readonly Column[]): ColumnLayout {
  const first = columns.find(({ isSystem }) => !isSystem);
  return {
    widths: {},
    order: [],
    hidden: columns.some(({ isUnique }) => isUnique) ? ['id', 'date_created'] : ['date_created'],
    pinned: first === undefined || window.innerWidth < 720 ? [] : [first.name],
  };
}

export function changeLayout(layout: Signal<ColumnLayout>, changes: Partial<ColumnLayout>): void {
  layout.value = { ...layout.peek(), ...changes };
}

/** @param layout null: the one that is saved. */
function remember(entry: string, layout: ColumnLayout | null): void {
  deviceStorage.write(entry, layout === null ? null : JSON.stringify(layout));
}

function readStored(entry: string): Partial<ColumnLayout> {
  try {
    return JSON.parse(deviceStorage.read(entry) ?? '{}') as Partial<ColumnLayout>;
  } catch {
    return {};
  }
}

/** A column at its place in the grid, in pixels. */
export interface PlacedColumn extends Column {
  readonly width: number;
  readonly left: number;
  readonly isPinned: boolean;
  /** The decimals that every number of the column has. */
  readonly decimals: number;
}

/** Numbers with more decimals are measurements, which are shown as they are. */
const DECIMALS_MAX = 4;

function decimalsOf({ name, type }: Column, rows: readonly AnyRow[]): number {
  if (type !== 'number') return 0;
  const most = rows.reduce(
    (found, row) => Math.max(found, String(row[name] ?? '').split('.')[1]?.length ?? 0),
    0,
  );
  return most > DECIMALS_MAX ? 0 : most;
}

const WIDTHS: Readonly<Record<Column['type'], number>> = {
  string: 172,
  number: 132,
  boolean: 96,
  datetime: 168,
  url_image: 200,
  url_link: 240,
};

/** Widths of letters and of what is around a text, in pixels. */
const LETTER = { wide: 8.8, other: 6.9 } as const;
const AROUND = { value: 24, calendar: 26, name: 84 } as const;
/** Wider than this only if the user wants it. */
const FITTED_MAX = 320;

/** Returns the width in which the values and the name of a column are read. Nothing is measured, because that is slow. */
export function fitWidth(column: Column, rows: readonly AnyRow[]): number {
  const { name, type, format } = column;
  const least = decimalsOf(column, rows);
  const shown = (value: AnyValue | undefined) =>
    typeof value === 'number' && format !== undefined
      ? writeNumber(value, format, { least })
      : showValue(value, type);
  const widest = rows.reduce((most, row) => Math.max(most, widthOf(shown(row[name]))), 0);
  const heading = widthOf(name) + AROUND.name;
  const around = AROUND.value + (type === 'datetime' ? AROUND.calendar : 0);
  return Math.min(FITTED_MAX, clampWidth(Math.max(widest + around, heading)));
}

function widthOf(text: string): number {
  const shown = text.slice(0, 80);
  const wide = shown.match(/[A-Z0-9]/g)?.length ?? 0;
  return wide * LETTER.wide + (shown.length - wide) * LETTER.other;
}

/**
 * Returns the shown columns from left to right, the pinned ones first.
 * @param rows the first rows: columns whose width was not chosen fit them. Empty: widths by type.
 */
export function placeColumns(
  columns: readonly Column[],
  layout: ColumnLayout,
  rows: readonly AnyRow[],
): readonly PlacedColumn[] {
  const shown = inOrder(columns, layout.order).filter(({ name }) => !layout.hidden.includes(name));
  const isPinned = ({ name }: Column) => layout.pinned.includes(name);
  let left = 0;
  return [...shown.filter(isPinned), ...shown.filter((column) => !isPinned(column))].map((column) => {
    const standard = rows.length === 0 ? WIDTHS[column.type] : fitWidth(column, rows);
    const width = clampWidth(layout.widths[column.name] ?? standard);
    const placed = {
      ...column,
      width,
      left,
      isPinned: isPinned(column),
      decimals: decimalsOf(column, rows),
    };
    left += width;
    return placed;
  });
}

/** Returns columns in an order of names. A column that is not in it stays behind the one that it follows. */
export function inOrder<One extends { readonly name: string }>(
  columns: readonly One[],
  order: readonly string[],
): readonly One[] {
  const known = order.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const placed = [...known];
  for (const [index, column] of columns.entries()) {
    if (known.includes(column)) continue;
    const before = columns[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  }
  return placed;
}

export function clampWidth(width: number): number {
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(width)));
}
