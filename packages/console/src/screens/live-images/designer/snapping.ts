/** A layer in pixels of the design. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line that a layer has been aligned with: `at` on the axis, across the entire picture. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** The edges of a layer that a handle moves. */
export interface Edges {
  readonly x: 'start' | 'end' | null;
  readonly y: 'start' | 'end' | null;
}

export interface Snapped {
  readonly box: Box;
  readonly guides: readonly Guide[];
}

/** What layers are aligned with: the picture and the other layers. */
export interface Surroundings {
  readonly picture: { readonly width: number; readonly height: number };
  readonly others: readonly Box[];
  /** Pixels of the design within which a layer jumps to a line. 0: it does not. */
  readonly reach: number;
}

interface Span {
  readonly start: number;
  readonly length: number;
}

/** Returns a moved layer: one of its edges or its middle is put onto the nearest line of each axis. */
export function snapMoved(box: Box, around: Surroundings): Snapped {
  const x = movedAlong(spanOf(box, 'x'), linesOf(around, 'x'), around.reach);
  const y = movedAlong(spanOf(box, 'y'), linesOf(around, 'y'), around.reach);
  return {
    box: { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) },
    guides: [
      ...(x === null ? [] : [{ axis: 'x', at: x.at } as const]),
      ...(y === null ? [] : [{ axis: 'y', at: y.at } as const]),
    ],
  };
}

/** Returns a layer some of whose edges have moved: each is put onto the nearest line. */
export function snapSized(box: Box, edges: Edges, around: Surroundings): Snapped {
  const guides: Guide[] = [];
  let sized = box;
  for (const axis of ['x', 'y'] as const) {
    const edge = edges[axis];
    if (edge === null) continue;
    const { start, length } = spanOf(box, axis);
    const place = edge === 'start' ? start : start + length;
    const found = nearest([place], linesOf(around, axis), around.reach);
    if (found === null) continue;
    const grown = edge === 'start' ? length - found.by : length + found.by;
    if (grown < 1) continue;
    guides.push({ axis, at: found.at });
    const side = axis === 'x' ? 'width' : 'height';
    sized = { ...sized, [side]: grown, ...(edge === 'start' ? { [axis]: start + found.by } : {}) };
  }
  return { box: sized, guides };
}

/** Returns the box after its edges were moved by a distance. It keeps at least a pixel. */
export function resized({ x, y, width, height }: Box, edges: Edges, dx: number, dy: number): Box {
  const across = resizedAlong({ start: x, length: width }, edges.x, dx);
  const down = resizedAlong({ start: y, length: height }, edges.y, dy);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

function resizedAlong({ start, length }: Span, edge: Edges['x'], by: number): Span {
  if (edge === null) return { start, length };
  const grown = Math.max(1, edge === 'start' ? length - by : length + by);
  return { start: edge === 'start' ? start + length - grown : start, length: grown };
}

function movedAlong({ start, length }: Span, lines: readonly number[], reach: number) {
  return nearest([start, start + length / 2, start + length], lines, reach);
}

/** Returns the shortest way from one of the places to one of the lines, if it is within reach. */
function nearest(
  places: readonly number[],
  lines: readonly number[],
  reach: number,
): { readonly by: number; readonly at: number } | null {
  let best: { by: number; at: number } | null = null;
  for (const place of places) {
    for (const at of lines) {
      const by = at - place;
      const isWhole = Number.isInteger(by);
      if (Math.abs(by) > reach || (best !== null && Math.abs(best.by) <= Math.abs(by))) continue;
      // The middle of an odd width is between two pixels.
      best = { by: isWhole ? by : Math.round(by), at };
    }
  }
  return best;
}

function linesOf({ picture, others }: Surroundings, axis: 'x' | 'y'): number[] {
  const whole = axis === 'x' ? picture.width : picture.height;
  return [
    ...[0, whole / 2, whole],
    ...others.flatMap((other) => {
      const { start, length } = spanOf(other, axis);
      return [start, start + length / 2, start + length];
    }),
  ];
}

function spanOf({ x, y, width, height }: Box, axis: 'x' | 'y'): Span {
  return axis === 'x' ? { start: x, length: width } : { start: y, length: height };
}
