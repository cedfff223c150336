import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { timersTexts } from '../../texts/en/timers.ts';

/** Called with the way from where the pointer began, in pixels of the design. */
export type Mover = (dx: number, dy: number) => void;

interface GripProps {
  readonly label: string;
  readonly kind: 'unit' | 'row' | 'size';
  /** In percent of the picture. */
  readonly left: number;
  readonly top: number;
  /** Pixels of the page for a pixel of the design. */
  readonly scaleOf: () => number;
  readonly onBegin: () => Mover;
  /** Called for Delete and Backspace. */
  readonly onReset?: (() => void) | undefined;
  /** Pixels of an arrow key to the side. Default: 1, with Shift 10. */
  readonly sideStep?: number;
}

const FAR_STEP = 10;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A handle that is dragged, or moved with the arrow keys. */
export function Grip(props: GripProps): JSX.Element {
  const { label, kind, left, top, scaleOf, onBegin, onReset, sideStep } = props;
  const drag = useRef<{ readonly x: number; readonly y: number; readonly move: Mover } | null>(null);
  const end = () => {
    drag.current = null;
  };
  return (
    <button
      type="button"
      class={`grip ${kind}`}
      style={{ left: `${left}%`, top: `${top}%` }}
      aria-label={label}
      aria-description={timersTexts.designer.arrange.keys}
      title={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, move: onBegin() };
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        const { x, y, move } = drag.current;
        const scale = scaleOf();
        move((event.clientX - x) / scale, (event.clientY - y) / scale);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key];
        const isReset = event.key === 'Delete' || event.key === 'Backspace';
        if (arrow !== undefined) {
          const step = event.shiftKey ? FAR_STEP : 1;
          onBegin()(arrow[0] * (sideStep ?? step), arrow[1] * step);
        } else if (isReset && onReset !== undefined) onReset();
        else return;
        event.preventDefault();
      }}
    />
  );
}
