import type { LiveLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Grip } from '../../../components/designer/grip.tsx';
import type { Mover } from '../../../components/designer/pointer-drag.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { partOfAddress, selectPart } from '../draft/part.ts';
import { PLACE_MAX, sizeLimits } from '../layers/layer-limits.ts';
import { changesOf, isHidden, layersFromTop, removeLayer } from '../layers/layer-order.ts';
import { lockedLayers } from '../layers/locked-layers.ts';
import type { Stack } from './layer-picking.ts';
import {
  type Box,
  type Edges,
  type Guide,
  resized,
  type Surroundings,
  snapMoved,
  snapSized,
} from './snapping.ts';
import { TARGET, useLayerPress } from './use-layer-press.ts';

const texts = liveImagesTexts.handles;
/** Pixels of the page within which a layer jumps to a line. */
const REACH = 6;
/** Pixels of the page from an edge to the middle of its handle. A handle leaves the middle of a small layer free. */
const OUTSIDE = 10;
/** Pixels of the page that an edge has to have for a handle in its middle. */
const MIDDLE_FROM = 32;

const CORNERS = [
  { name: 'topLeft', x: 'start', y: 'start', cursor: 'nwse-resize' },
  { name: 'top', x: null, y: 'start', cursor: 'ns-resize' },
  { name: 'topRight', x: 'end', y: 'start', cursor: 'nesw-resize' },
  { name: 'right', x: 'end', y: null, cursor: 'ew-resize' },
  { name: 'bottomRight', x: 'end', y: 'end', cursor: 'nwse-resize' },
  { name: 'bottom', x: null, y: 'end', cursor: 'ns-resize' },
  { name: 'bottomLeft', x: 'start', y: 'end', cursor: 'nesw-resize' },
  { name: 'left', x: 'start', y: null, cursor: 'ew-resize' },
] as const satisfies readonly (Edges & {
  readonly name: keyof typeof texts.corners;
  readonly cursor: string;
})[];

/**
 * Takes the layers of the picture by the pointer, and gives the selected one a handle to move it and eight for its size. Lines
 * show alignments. By keys, layers are selected in their list.
 */
export function LayerHandles({ form }: { readonly form: LiveForm }): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const { design, latest, change } = form;
  const { layers, width, height } = design;
  const locked = lockedLayers();
  const part = partOfAddress(design);
  const stack: Stack = new Map(
    layersFromTop(layers).flatMap((name) => {
      const layer = layers[name];
      return layer === undefined || locked.includes(name) || isHidden(layer) ? [] : [[name, layer]];
    }),
  );
  const selected = part?.kind === 'layer' && stack.has(part.name) ? part.name : null;
  const scaleOf = () => (area.current?.clientWidth ?? width) / width;
  // Handles are outside of the layer, so that a small one can be taken, too.
  const hasRoom = (length: number) => length * scaleOf() >= MIDDLE_FROM;
  const percent = (value: number, whole: number) => (100 * value) / whole;
  const placeIn = ({ x, y, width: across, height: down }: Box) => ({
    left: percent(x + across / 2, width),
    top: percent(y + down / 2, height),
    width: percent(across, width),
    height: percent(down, height),
  });
  // Margins are in percent of the width, also those above and below.
  const outwards = (edge: Edges['x'], length: number) =>
    `calc(${signOf(edge)} * max(${OUTSIDE}px, ${TARGET}px - ${percent(length / 2, width)}%))`;

  function begin(name: string, edges: Edges | null): Mover {
    const { layers: before } = latest();
    const layer = before[name];
    if (layer === undefined) return () => {};
    const start: Box = { x: layer.x, y: layer.y, width: layer.width, height: layer.height };
    const others = [...stack.keys()].flatMap((one) => (one === name ? [] : [before[one] as Box]));
    return (dx, dy, drag) => {
      const isByKey = drag === null;
      const reach = isByKey ? 0 : Math.max(1, Math.round(REACH / scaleOf()));
      const around: Surroundings = { picture: { width, height }, others, reach };
      const by = [Math.round(dx), Math.round(dy)] as const;
      const { box, guides: found } =
        edges === null
          ? snapMoved({ ...start, x: start.x + by[0], y: start.y + by[1] }, around)
          : snapSized(resized(start, edges, by[0], by[1]), edges, around);
      setGuides(isByKey ? [] : found);
      change(changesOf({ [name]: edges === null ? placeOf(box) : sizeOf(box, layer) }), drag);
    };
  }

  const onEnd = () => setGuides([]);
  const { onPress, hovered, ...handlers } = useLayerPress({
    ...{ area, stack, selected, scaleOf, onEnd },
    onBegin: (name) => begin(name, null),
  });
  const box = selected === null ? undefined : reachable(stack.get(selected));
  const under = hovered === null || hovered === selected ? undefined : stack.get(hovered);
  return (
    <div class="layer-handles">
      <div
        ref={area}
        class="layer-area"
        role="presentation"
        title={hovered ?? undefined}
        data-hovered={hovered !== null || undefined}
        {...handlers}
      >
        {under !== undefined && <div class="layer-outline" style={styleOf(placeIn(under))} />}
        {selected !== null && box !== undefined && (
          <Grip
            kind="box"
            label={texts.move(selected)}
            description={texts.moveKeys}
            {...placeIn(box)}
            scaleOf={scaleOf}
            onBegin={() => begin(selected, null)}
            onPress={onPress}
            onEnd={onEnd}
            onReset={() => {
              selectPart(null);
              change(removeLayer(latest(), selected));
            }}
          />
        )}
      </div>
      {selected !== null &&
        box !== undefined &&
        CORNERS.filter(
          (corner) => (corner.x !== null || hasRoom(box.width)) && (corner.y !== null || hasRoom(box.height)),
        ).map(({ name, cursor, ...edges }) => (
          <Grip
            key={name}
            kind="size"
            cursor={cursor}
            label={texts.size(selected, texts.corners[name])}
            description={texts.sizeKeys}
            left={percent(box.x + along(edges.x, box.width), width)}
            top={percent(box.y + along(edges.y, box.height), height)}
            offset={[outwards(edges.x, box.width), outwards(edges.y, box.height)]}
            scaleOf={scaleOf}
            onBegin={() => begin(selected, edges)}
            onEnd={onEnd}
          />
        ))}
      {guides.map(({ axis, at }) => (
        <div
          key={axis}
          class={`guide ${axis}`}
          style={axis === 'x' ? { left: `${percent(at, width)}%` } : { top: `${percent(at, height)}%` }}
        />
      ))}
    </div>
  );
}

/** Returns the part of a layer whose handles can be reached: what is beyond the left or the upper edge can't be scrolled to. */
function reachable(layer: Box | undefined): Box | undefined {
  if (layer === undefined) return undefined;
  const [x, y] = [Math.max(0, layer.x), Math.max(0, layer.y)];
  const [right, bottom] = [layer.x + layer.width, layer.y + layer.height];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function signOf(edge: Edges['x']): -1 | 0 | 1 {
  return edge === 'start' ? -1 : edge === 'end' ? 1 : 0;
}

function styleOf(place: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(place).map(([name, percent]) => [name, `${percent}%`]));
}

function along(edge: Edges['x'], length: number): number {
  return edge === 'start' ? 0 : edge === 'end' ? length : length / 2;
}

function placeOf({ x, y }: Box): Pick<Box, 'x' | 'y'> {
  return { x: rounded(x, -PLACE_MAX, PLACE_MAX), y: rounded(y, -PLACE_MAX, PLACE_MAX) };
}

function sizeOf(box: Box, { type }: LiveLayer): Box {
  const { width, height } = sizeLimits(type);
  return {
    ...placeOf(box),
    width: rounded(box.width, width.min, width.max),
    height: rounded(box.height, height.min, height.max),
  };
}

function rounded(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}
