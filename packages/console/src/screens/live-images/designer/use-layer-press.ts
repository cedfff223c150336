import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Mover, PRESS_REACH, usePointerDrag } from '../../../components/designer/pointer-drag.ts';
import { selectPart } from '../draft/part.ts';
import { layerBelow, layersAt, type Point, pressedLayer, type Stack } from './layer-picking.ts';
import { focusSelected } from './panes.ts';

/** The least size of a target in pixels of the page. */
export const TARGET = 24;

interface LayerPressOptions {
  /** The element over the picture. The handle in it that moves a layer is a button. */
  readonly area: RefObject<HTMLElement | null>;
  /** The layers that can be taken. */
  readonly stack: Stack;
  readonly selected: string | null;
  /** Pixels of the page for a pixel of the design. */
  readonly scaleOf: () => number;
  /** Begins to drag a layer. */
  readonly onBegin: (name: string) => Mover;
  readonly onEnd: () => void;
}

/**
 * Returns the handlers of the element over the picture. A press selects the uppermost layer under the pointer, a further press
 * at the same place the one below it, and a double one leads to its members. What is pressed can be dragged; a finger selects
 * a layer before it drags it: otherwise a scroll past the picture would move its layers.
 */
export function useLayerPress({ area, stack, selected, scaleOf, onBegin, onEnd }: LayerPressOptions) {
  const [hovered, setHovered] = useState<string | null>(null);
  /** Counts selections by the pointer: the layer that was selected has the focus. */
  const [picks, setPicks] = useState(0);
  const begun = useRef<Point | null>(null);
  /** Where the press before was, if it was no drag. */
  const before = useRef<Point | null>(null);
  useLayoutEffect(() => {
    if (picks > 0) area.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [picks]);

  function under({ clientX, clientY }: MouseEvent): Stack {
    const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {};
    const scale = scaleOf();
    return layersAt(stack, { x: (clientX - left) / scale, y: (clientY - top) / scale }, TARGET / scale);
  }

  function pick(name: string): void {
    selectPart('layer', name);
    setPicks(picks + 1);
  }

  function onPress(event: PointerEvent): Mover | null {
    begun.current = placeOf(event);
    const pressed = under(event);
    const isSelected = selected !== null && pressed.has(selected);
    const isKept = isSelected && (event.pointerType === 'touch' || isSame(begun.current, before.current));
    const name = isKept ? selected : event.pointerType === 'touch' ? null : pressedLayer(pressed, selected);
    if (name === null) return null;
    if (name !== selected) pick(name);
    return onBegin(name);
  }

  return {
    hovered,
    onPress,
    ...usePointerDrag({ scaleOf, onBegin: onPress, onEnd }),
    // The focus is with the selected layer, whose handle appears only after the press.
    onMouseDown: (event: MouseEvent) => {
      if (event.target === event.currentTarget) event.preventDefault();
    },
    onMouseMove: (event: MouseEvent) => {
      if (event.buttons === 0) setHovered(pressedLayer(under(event), selected));
    },
    onMouseLeave: () => setHovered(null),
    onClick: (event: MouseEvent) => {
      const place = placeOf(event);
      // Enter and Space press the handle, too.
      if (event.detail === 0) return;
      const isAgain = isSame(place, before.current);
      before.current = isSame(place, begun.current) ? place : null;
      if (before.current === null || event.detail > 1) return;
      const pressed = under(event);
      const name = isAgain ? layerBelow(pressed, selected) : pressedLayer(pressed, selected);
      if (name !== null && name !== selected) pick(name);
    },
    onDblClick: () => {
      if (selected !== null) focusSelected();
    },
  };
}

function placeOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function isSame(place: Point, other: Point | null): boolean {
  return other !== null && Math.hypot(place.x - other.x, place.y - other.y) <= PRESS_REACH;
}
