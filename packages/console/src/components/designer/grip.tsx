import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { designerTexts } from '../../texts/en/images/designer.ts';

/**
 * Called with the way from where the pointer began, in pixels of the design.
 *
 * @param drag names the drag; null for a step by a key.
 */
export type Mover = (dx: number, dy: number, drag: symbol | null) => void;

interface GripProps {
  readonly label: string;
  /** How it is used by keys. Default: as handles that can be put back. */
  readonly description?: string;
  readonly kind: 'unit' | 'row' | 'size' | 'box';
  /** In percent of the picture. */
  readonly left: number;
  readonly top: number;
  /** Of a box, in percent of the picture. */
  readonly width?: number;
  readonly height?: number;
  /** How far it is beside its place, as lengths of CSS. */
  readonly offset?: readonly [x: string, y: string];
  /** Handles with a higher level are above the others. */
  readonly level?: number;
  /** The pointer over it. */
  readonly cursor?: string;
  /** Pixels of the page for a pixel of the design. */
  readonly scaleOf: () => number;
  readonly onBegin: () => Mover;
  /** Called when a drag or a step by a key has ended. */
  readonly onEnd?: () => void;
  /** Called for a press, and for Enter and Space. */
  readonly onSelect?: () => void;
  readonly isPressed?: boolean;
  /** Called for Delete and Backspace. */
  readonly onReset?: (() => void) | undefined;
  /** Pixels of an arrow key to the side. Default: 1, with Shift 10. */
  readonly sideStep?: number;
}

/** A drag, and where it began. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly move: Mover;
  readonly name: symbol;
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
  const { label, kind, left, top, width, height, cursor, scaleOf, onBegin, onEnd, onReset, sideStep } = props;
  const drag = useRef<Drag | null>(null);
  const end = () => {
    if (drag.current === null) return;
    drag.current = null;
    onEnd?.();
  };
  return (
    <button
      type="button"
      class={`grip ${kind}`}
      style={{
        left: `${left}%`,
        top: `${top}%`,
        ...(width === undefined ? {} : { width: `${width}%` }),
        ...(height === undefined ? {} : { height: `${height}%` }),
        ...(props.offset === undefined ? {} : { margin: `${props.offset[1]} 0 0 ${props.offset[0]}` }),
        ...(props.level === undefined ? {} : { zIndex: props.level }),
        ...(cursor === undefined ? {} : { cursor }),
      }}
      aria-pressed={props.isPressed}
      onClick={props.onSelect}
      aria-label={label}
      aria-description={props.description ?? designerTexts.gripKeys}
      title={label}
      onPointerDown={(event) => {
        // A finger selects a layer before it drags one: otherwise a scroll past the picture would move its layers.
        const isUnselected = event.pointerType === 'touch' && props.isPressed === false;
        if (event.button !== 0 || isUnselected) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, move: onBegin(), name: Symbol() };
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        const { x, y, move, name } = drag.current;
        const scale = scaleOf();
        move((event.clientX - x) / scale, (event.clientY - y) / scale, name);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key];
        const isReset = event.key === 'Delete' || event.key === 'Backspace';
        if (arrow !== undefined) {
          const step = event.shiftKey ? FAR_STEP : 1;
          onBegin()(arrow[0] * (sideStep ?? step), arrow[1] * step, null);
          onEnd?.();
        } else if (isReset && onReset !== undefined) onReset();
        else return;
        event.preventDefault();
      }}
    />
  );
}
