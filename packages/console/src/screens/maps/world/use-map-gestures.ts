import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clamped, type Size, type Viewport, zoomed } from './viewport.ts';

const KEY_PIXELS = 80;
const KEY_ZOOM = 1.6;
const WHEEL_SPEED = 0.002;

interface Options {
  readonly view: Viewport;
  readonly size: Size;
  readonly onView: (view: Viewport) => void;
  readonly onSize: (size: Size) => void;
}

interface Gestures {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Zooms around the middle. */
  readonly zoom: (factor: number) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLDivElement>) => void;
}

/** Moves and zooms the map by pointer, two fingers, wheel and keys, and follows the size of its element. */
export function useMapGestures(options: Options): Gestures {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const pointers = new Map<number, { x: number; y: number }>();

    const change = (view: Viewport) => {
      latest.current = { ...latest.current, view };
      latest.current.onView(view);
    };
    const zoomAt = (factor: number, clientX: number, clientY: number) => {
      const box = element.getBoundingClientRect();
      const { view, size } = latest.current;
      change(zoomed(view, factor, clientX - box.left, clientY - box.top, size));
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * WHEEL_SPEED), event.clientX, event.clientY);
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other !== undefined) {
        const distance = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y);
        zoomAt(distance(now) / Math.max(distance(before), 1), (now.x + other.x) / 2, (now.y + other.y) / 2);
        return;
      }
      const { view, size } = latest.current;
      const [dx, dy] = [(now.x - before.x) / view.scale, (now.y - before.y) / view.scale];
      change(clamped({ ...view, x: view.x - dx, y: view.y - dy }, size));
    };
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId);
    const onDouble = (event: MouseEvent) => zoomAt(2, event.clientX, event.clientY);

    const measure = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (size.width > 0 && size.height > 0) latest.current.onSize(size);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('dblclick', onDouble);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    return () => {
      sizes.disconnect();
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('dblclick', onDouble);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
    };
  }, []);

  const zoom = (factor: number) => {
    const { view, size, onView } = latest.current;
    onView(zoomed(view, factor, size.width / 2, size.height / 2, size));
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const { view, size, onView } = latest.current;
    const step = KEY_PIXELS / view.scale;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (move !== undefined) onView(clamped({ ...view, x: view.x + move[0], y: view.y + move[1] }, size));
    else if (event.key === '+' || event.key === '=') zoom(KEY_ZOOM);
    else if (event.key === '-') zoom(1 / KEY_ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { ref, zoom, onKeyDown };
}
