import type { Box } from './snapping.ts';

/** A place in pixels of the design. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Layers by name, the uppermost first. */
export type Stack = ReadonlyMap<string, Box>;

/** Returns the layers at a point. One that is smaller than `least` pixels is also taken beside it. */
export function layersAt(stack: Stack, { x, y }: Point, least: number): Stack {
  const isWithin = (place: number, start: number, length: number) =>
    Math.abs(place - start - length / 2) <= Math.max(length, least) / 2;
  return new Map(
    [...stack].filter(([, box]) => isWithin(x, box.x, box.width) && isWithin(y, box.y, box.height)),
  );
}

/**
 * Returns the layer that a press takes of those at its place: the uppermost one, but the selected one rather than larger ones
 * that cover it. Null: there is none.
 */
export function pressedLayer(stack: Stack, selected: string | null): string | null {
  const names = [...stack.keys()];
  const chosen = selected === null ? undefined : stack.get(selected);
  if (chosen === undefined) return names[0] ?? null;
  return names.find((name) => name === selected || areaOf(stack.get(name) as Box) < areaOf(chosen)) ?? null;
}

/** Returns the layer below the selected one; below the lowest one, and without a selected one, the uppermost. */
export function layerBelow(stack: Stack, selected: string | null): string | null {
  const names = [...stack.keys()];
  return names[(names.indexOf(selected ?? '') + 1) % names.length] ?? null;
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
