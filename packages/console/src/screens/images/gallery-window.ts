/** Lengths of the gallery in pixels. The style sheet has the height of a tile too. */
export const TILE = { width: 164, height: 182, gap: 12 } as const;

/** Rows that are rendered out of sight, above and below. */
const OVERSCAN = 3;

/** What the user sees of the gallery, in pixels. */
export interface Port {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface GalleryWindow {
  readonly columns: number;
  readonly rows: number;
  /** The first image to render, and the one after the last. */
  readonly first: number;
  readonly last: number;
  /** The place of the first image, and the length of all rows. */
  readonly offset: number;
  readonly height: number;
}

const STRIDE = TILE.height + TILE.gap;

/** Returns which of `count` images have to be rendered. */
export function galleryWindow({ top, width, height }: Port, count: number): GalleryWindow {
  const columns = Math.max(2, Math.floor((width + TILE.gap) / (TILE.width + TILE.gap)));
  const rows = Math.ceil(count / columns);
  const firstRow = Math.max(0, Math.min(rows, Math.floor(top / STRIDE) - OVERSCAN));
  const lastRow = Math.min(rows, Math.ceil((top + height) / STRIDE) + OVERSCAN);
  return {
    columns,
    rows,
    first: firstRow * columns,
    last: Math.min(count, lastRow * columns),
    offset: firstRow * STRIDE,
    height: Math.max(0, rows * STRIDE - TILE.gap),
  };
}

/** Returns where an image has to be scrolled to so that it is in sight; `top` if it is. */
export function topShowing(index: number, columns: number, { top, height }: Port): number {
  const start = Math.floor(index / columns) * STRIDE;
  if (start < top) return start;
  return Math.max(top, start + TILE.height - height);
}

/** Returns the index that a key moves to; null for other keys. */
export function movedIndex(key: string, index: number, count: number, port: Port): number | null {
  const { columns } = galleryWindow(port, count);
  const page = columns * Math.max(1, Math.floor(port.height / STRIDE));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index < columns ? index : index - columns,
    ArrowDown: index + columns < count ? index + columns : lastBelow(index, columns, count),
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}

/** The last row may be shorter: from above its gap one comes to the last image. */
function lastBelow(index: number, columns: number, count: number): number {
  const isInLastRow = Math.floor(index / columns) === Math.floor((count - 1) / columns);
  return isInLastRow ? index : count - 1;
}
