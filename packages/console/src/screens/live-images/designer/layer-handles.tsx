import type { LiveLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Grip, type Mover } from '../../../components/designer/grip.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { partOfAddress, selectPart } from '../draft/part.ts';
import { PLACE_MAX, sizeLimits } from '../layers/layer-limits.ts';
import { changesOf, isHidden, layersFromTop, removeLayer } from '../layers/layer-order.ts';
import { lockedLayers } from '../layers/locked-layers.ts';
import {
  type Box,
  type Edges,
  type Guide,
  resized,
  type Surroundings,
  snapMoved,
  snapSized,
} from './snapping.ts';

const texts = liveImagesTexts.handles;
/** Pixels of the page within which a layer jumps to a line. */
const REACH = 6;
/** The least size of a target in pixels of the page. */
const TARGET = 24;
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

/** Handles over the picture: one for each layer, and eight for the size of the selected one. Lines show alignments. */
export function LayerHandles({ form }: { readonly form: LiveForm }): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const { design, latest, change } = form;
  const { layers, width, height } = design;
  const locked = lockedLayers();
  const part = partOfAddress(design);
  const selected = part?.kind === 'layer' && !locked.includes(part.name) ? part.name : null;
  const shown = layersFromTop(layers)
    .toReversed()
    .filter((name) => !locked.includes(name) && layers[name] !== undefined && !isHidden(layers[name]));
  const scaleOf = () => (area.current?.clientWidth ?? width) / width;
  // Handles are outside of the layer, so that a small one can be taken, too.
  const hasRoom = (length: number) => length * scaleOf() >= MIDDLE_FROM;
  const percent = (value: number, whole: number) => (100 * value) / whole;
  // Margins are in percent of the width, also those above and below.
  const outwards = (edge: Edges['x'], length: number) =>
    `calc(${signOf(edge)} * max(${OUTSIDE}px, ${TARGET}px - ${percent(length / 2, width)}%))`;

  function begin(name: string, edges: Edges | null): Mover {
    const { layers: before } = latest();
    const layer = before[name];
    if (layer === undefined) return () => {};
    const start: Box = { x: layer.x, y: layer.y, width: layer.width, height: layer.height };
    const others = shown.flatMap((one) => (one === name ? [] : [before[one] as Box]));
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

  /** The selected layer can be taken where others cover it, and smaller ones above it can be, too. */
  function levelOf(name: string): number {
    const box = selected === null ? undefined : layers[selected];
    if (selected === null || box === undefined) return 0;
    if (name === selected) return 1;
    const isAbove = shown.indexOf(name) > shown.indexOf(selected);
    return isAbove && areaOf(layers[name] as Box) < areaOf(box) ? 2 : 0;
  }

  const grips = shown.map((name) => {
    const { x, y, width: across, height: down } = layers[name] as Box;
    return (
      <Grip
        key={name}
        kind="box"
        label={texts.move(name)}
        description={texts.moveKeys}
        left={percent(x + across / 2, width)}
        top={percent(y + down / 2, height)}
        width={percent(across, width)}
        height={percent(down, height)}
        isPressed={name === selected}
        level={levelOf(name)}
        scaleOf={scaleOf}
        onSelect={() => selectPart('layer', name)}
        onBegin={() => {
          selectPart('layer', name);
          return begin(name, null);
        }}
        onEnd={() => setGuides([])}
        onReset={() => {
          selectPart(null);
          change(removeLayer(latest(), name));
        }}
      />
    );
  });
  const box = selected === null ? undefined : layers[selected];
  return (
    <div ref={area} class="layer-handles">
      {grips}
      {selected !== null &&
        box !== undefined &&
        !isHidden(box) &&
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
            level={3}
            scaleOf={scaleOf}
            onBegin={() => begin(selected, edges)}
            onEnd={() => setGuides([])}
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

function signOf(edge: Edges['x']): -1 | 0 | 1 {
  return edge === 'start' ? -1 : edge === 'end' ? 1 : 0;
}

function areaOf({ width, height }: Box): number {
  return width * height;
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
