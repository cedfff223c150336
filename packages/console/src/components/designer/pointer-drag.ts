import type { TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * Called with the way from where the pointer began, in pixels of the design.
 *
 * @param drag names the drag; null for a step by a key.
 */
export type Mover = (dx: number, dy: number, drag: symbol | null) => void;

/** Pixels of the page that a pointer may move in a press. A drag goes beyond. */
export const PRESS_REACH = 3;

interface PointerDragOptions {
  /** Pixels of the page for a pixel of the design. */
  readonly scaleOf: () => number;
  /** Called for a press. Null: it drags nothing. */
  readonly onBegin: (event: PointerEvent) => Mover | null;
  /** Called when a drag has ended. */
  readonly onEnd?: (() => void) | undefined;
}

interface DragHandlers {
  readonly onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** A drag, and where it began. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly move: Mover;
  readonly name: symbol;
  isBeyondPress: boolean;
}

/** Returns the handlers of an element that is dragged. What drags it drags nothing around it. */
export function usePointerDrag({ scaleOf, onBegin, onEnd }: PointerDragOptions): DragHandlers {
  const drag = useRef<Drag | null>(null);
  const end = () => {
    if (drag.current === null) return;
    drag.current = null;
    onEnd?.();
  };
  return {
    onPointerDown: (event) => {
      const move = event.button === 0 ? onBegin(event) : null;
      if (move === null) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, move, name: Symbol(), isBeyondPress: false };
    },
    onPointerMove: (event) => {
      if (drag.current === null) return;
      const { x, y, move, name } = drag.current;
      const [across, down] = [event.clientX - x, event.clientY - y];
      drag.current.isBeyondPress ||= Math.hypot(across, down) > PRESS_REACH;
      if (!drag.current.isBeyondPress) return;
      const scale = scaleOf();
      move(across / scale, down / scale, name);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
