import { scaleOf, toPoint, toWorld, type Viewport, zoomOf } from './viewport.ts';

/** Reads the part of the world that the address of the page names: `48.21,16.37,5.5` with the zoom. Null: none. */
export function readView(text: string | null): Viewport | null {
  const [lat = Number.NaN, lng = Number.NaN, zoom = Number.NaN] = (text ?? '').split(',').map(Number);
  const isView = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= -2 && zoom <= 20;
  return isView ? { ...toWorld({ lat, lng }), scale: scaleOf(zoom) } : null;
}

/** Returns the part of the world for the address of the page. */
export function showView(view: Viewport): string {
  const { lat, lng } = toPoint(view.x, view.y);
  return [lat.toFixed(4), lng.toFixed(4), zoomOf(view).toFixed(2)].map(Number).join(',');
}
