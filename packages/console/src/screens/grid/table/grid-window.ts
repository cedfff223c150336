import type { PlacedColumn } from '../state/column-layout.ts';
import { GUTTER, ROW_HEIGHT } from './grid-row.tsx';

/** What the user sees of the grid, in pixels. */
export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Rows that the header covers, and rows that are rendered out of sight. */
export const GRID_ROW_OVERSCAN = { header: 1.2, rows: 8 } as const;

/** The steps in which the viewport moves, so that not every pixel renders the grid anew. */
const STEP = { rows: 4, pixels: 64 } as const;

/** Returns the viewport of an element. */
export function viewportOf(element: HTMLElement): Viewport {
  const high = STEP.rows * ROW_HEIGHT;
  return {
    top: Math.floor(element.scrollTop / high) * high,
    left: Math.floor(element.scrollLeft / STEP.pixels) * STEP.pixels,
    width: element.clientWidth + STEP.pixels,
    height: element.clientHeight + high,
  };
}

/** Returns a number of rows that is never exceeded at the same time in a viewport of this height. */
export function rowPool({ height }: Viewport): number {
  return Math.ceil(height / ROW_HEIGHT) + 2 * GRID_ROW_OVERSCAN.rows + 2;
}

/** Returns the rows to render: those in sight and some on both sides. */
export function visibleRows(port: Viewport, rowCount: number): { first: number; last: number } {
  const { rows } = GRID_ROW_OVERSCAN;
  const first = Math.max(0, Math.min(rowCount, Math.floor(port.top / ROW_HEIGHT) - rows));
  const last = Math.min(rowCount, Math.ceil((port.top + port.height) / ROW_HEIGHT) + rows);
  return { first, last: Math.max(first, last) };
}

interface VisibleColumns {
  readonly pinned: readonly PlacedColumn[];
  readonly visible: readonly PlacedColumn[];
  readonly firstVisible: number;
  readonly skipped: number;
}

let latest: {
  readonly key: string;
  readonly placed: readonly PlacedColumn[];
  readonly found: VisibleColumns;
} | null = null;

/**
 * Returns the columns to render. Returns the same object until another column comes into sight, so that rows are not
 * rendered anew while the user scrolls.
 */
export function visibleColumns(placed: readonly PlacedColumn[], port: Viewport): VisibleColumns {
  const pinned = placed.filter(({ isPinned }) => isPinned);
  const fixed = pinned.reduce((sum, { width }) => sum + width, 0);
  const from = fixed + port.left;
  const to = port.left + port.width - GUTTER;
  const isVisible = ({ isPinned, left, width }: PlacedColumn) =>
    !isPinned && left + width > from && left < to;
  const firstVisible = placed.findIndex(isVisible);
  const lastVisible = placed.findLastIndex(isVisible);
  const key = `${firstVisible} ${lastVisible}`;
  if (latest !== null && latest.key === key && latest.placed === placed) return latest.found;
  const visible = firstVisible < 0 ? [] : placed.slice(firstVisible, lastVisible + 1);
  const skipped = (visible[0]?.left ?? fixed) - fixed;
  const found = { pinned, visible, firstVisible: Math.max(firstVisible, pinned.length), skipped };
  latest = { key, placed, found };
  return found;
}
