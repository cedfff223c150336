/** A handle by its middle, in pixels of the page. */
export interface HandlePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The height of a handle, and the least size of a target. */
const SIZE = 24;
const STEP = SIZE / 2;
const REACH = 8;

/** Ways from the place of a handle, the nearest first. Handles are moved down and to the sides, where the page has room. */
const WAYS = Array.from({ length: 2 * REACH + 1 }, (_, across) =>
  Array.from({ length: REACH + 1 }, (_, down) => ({ x: (across - REACH) * STEP, y: down * STEP })),
)
  .flat()
  .sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));

/** Returns how far each handle is moved, so that it covers none of those before it. */
export function handlesApart(
  handles: readonly HandlePlace[],
): readonly { readonly x: number; readonly y: number }[] {
  const placed: HandlePlace[] = [];
  return handles.map((handle) => {
    const moved = (way: { readonly x: number; readonly y: number }) => ({
      ...{ x: handle.x + way.x, y: handle.y + way.y },
      width: handle.width,
    });
    const way = WAYS.find((one) => placed.every((other) => isApart(moved(one), other))) ?? { x: 0, y: 0 };
    placed.push(moved(way));
    return way;
  });
}

function isApart(one: HandlePlace, other: HandlePlace): boolean {
  const across = (one.width + other.width) / 2;
  return Math.abs(one.x - other.x) >= across || Math.abs(one.y - other.y) >= SIZE;
}
