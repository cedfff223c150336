/** Width and height of the world in its own units (Mercator). */
export const WORLD = 1_000;

/** A tile of 512 pixels shows the world at zoom 0, as in `supercluster`. */
const TILE = 512;
const ZOOM_MAX = 16;
/** Mercator ends before the poles. */
const LAT_MAX = 85;

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the world that is shown: its centre in world units, and pixels for a unit. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export function toWorld({ lat, lng }: Point): { readonly x: number; readonly y: number } {
  const phi = (Math.max(-LAT_MAX, Math.min(LAT_MAX, lat)) * Math.PI) / 180;
  const y = Math.log(Math.tan(Math.PI / 4 + phi / 2));
  return { x: WORLD * (0.5 + lng / 360), y: WORLD * (0.5 - y / (2 * Math.PI)) };
}

export function toPoint(x: number, y: number): Point {
  const phi = 2 * Math.atan(Math.exp((0.5 - y / WORLD) * 2 * Math.PI)) - Math.PI / 2;
  const lng = Math.max(-180, Math.min(180, (x / WORLD - 0.5) * 360));
  return { lat: (phi * 180) / Math.PI, lng };
}

/** Returns the pixel of a point, from the top left corner. */
export function toPixel(point: Point, { x, y, scale }: Viewport, { width, height }: Size) {
  const world = toWorld(point);
  return { left: (world.x - x) * scale + width / 2, top: (world.y - y) * scale + height / 2 };
}

export function pointAt(
  left: number,
  top: number,
  { x, y, scale }: Viewport,
  { width, height }: Size,
): Point {
  return toPoint(x + (left - width / 2) / scale, y + (top - height / 2) / scale);
}

export function zoomOf({ scale }: Viewport): number {
  return Math.log2((scale * WORLD) / TILE);
}

export function scaleOf(zoom: number): number {
  return (TILE * 2 ** zoom) / WORLD;
}

/** Returns a viewport that shows the world and no more than it, at a scale that makes sense. */
export function clamped(view: Viewport, { width, height }: Size): Viewport {
  const least = Math.min(width, height) / WORLD;
  const scale = Math.max(least, Math.min(scaleOf(ZOOM_MAX), view.scale));
  const hold = (at: number, length: number) => {
    const half = length / 2 / scale;
    return half * 2 >= WORLD ? WORLD / 2 : Math.max(half, Math.min(WORLD - half, at));
  };
  return { x: hold(view.x, width), y: hold(view.y, height), scale };
}

/** Zooms by a factor; the pixel keeps its place. */
export function zoomed(view: Viewport, factor: number, left: number, top: number, size: Size): Viewport {
  const [dx, dy] = [left - size.width / 2, top - size.height / 2];
  const limited = clamped({ ...view, scale: view.scale * factor }, size).scale;
  return clamped(
    {
      x: view.x + dx / view.scale - dx / limited,
      y: view.y + dy / view.scale - dy / limited,
      scale: limited,
    },
    size,
  );
}

/** Returns the viewport that shows all points with a margin. Without points it shows the inhabited world. */
export function fitting(points: readonly Point[], size: Size): Viewport {
  if (points.length === 0)
    return clamped({ ...toWorld({ lat: 30, lng: 10 }), scale: size.width / WORLD }, size);
  const worlds = points.map(toWorld);
  const [xs, ys] = [worlds.map(({ x }) => x), worlds.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (size.width * 0.8) / Math.max(east - west, 1e-6),
    (size.height * 0.8) / Math.max(south - north, 1e-6),
    scaleOf(9),
  );
  return clamped({ x: (west + east) / 2, y: (north + south) / 2, scale }, size);
}
