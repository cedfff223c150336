import type { JSX } from 'preact';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { type Mover, usePointerDrag } from './pointer-drag.ts';

export interface GripProps {
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
  /** The pointer over it. */
  readonly cursor?: string;
  /** Pixels of the page for a pixel of the design. */
  readonly scaleOf: () => number;
  readonly onBegin: () => Mover;
  /** Called for a press instead of `onBegin`. Null: it drags nothing. */
  readonly onPress?: (event: PointerEvent) => Mover | null;
  /** Called when a drag or a step by a key has ended. */
  readonly onEnd?: () => void;
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
  const { label, kind, left, top, width, height, cursor, scaleOf, onBegin, onEnd, onReset, sideStep } = props;
  const handlers = usePointerDrag({ scaleOf, onBegin: props.onPress ?? onBegin, onEnd });
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
        ...(cursor === undefined ? {} : { cursor }),
      }}
      aria-label={label}
      aria-description={props.description ?? designerTexts.gripKeys}
      title={label}
      {...handlers}
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
