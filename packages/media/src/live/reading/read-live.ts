import { createHash } from 'node:crypto';
import type { Caller } from '@vitrine/core';
import type { LiveLayer, LiveScene, LiveShapeLayer } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import type { DrawingSources } from '../../image/drawing-sources.ts';
import { intersection } from '../../paint/rectangles.ts';
import type { GlyphStore } from '../../text/glyph-store.ts';
import { readInput } from '../../timer/scene/read-input.ts';
import { GlyphPack } from '../painting/glyph-pack.ts';
import type { LiveBaseInput, LiveInput, LivePart, LiveParts } from '../painting/live-input.ts';
import type { PictureCache } from './picture-cache.ts';
import { scaledBox } from './scaled-box.ts';
import { readLiveText, textPart } from './text-part.ts';

/**
 * Maximum pixels of the image layers of one picture, twice those of the largest picture. Layers beyond it are left out,
 * because their pixels would fill the memory.
 */
const LAYER_PIXELS_MAX = 20_000_000;

export interface LiveReader {
  readonly sources: DrawingSources;
  readonly store: GlyphStore;
  readonly pictures: PictureCache;
}

/** Returns the key of the part of a scene that all pictures of its design share. */
export function baseKeyOf(scene: LiveScene): string {
  const { width, height, scale, background, locale } = scene;
  const layers = baseLayers(scene);
  return createHash('sha256')
    .update(JSON.stringify([width, height, scale, background, locale, layers]))
    .digest('base64url');
}

/** Reads the glyphs and pictures of the layers over the base. */
export async function readLive(reader: LiveReader, scene: LiveScene, caller: Caller): Promise<LiveInput> {
  const base = new Set(baseLayers(scene));
  const layers = scene.layers.filter((layer) => !base.has(layer));
  return {
    width: scene.width * scene.scale,
    height: scene.height * scene.scale,
    format: scene.format,
    matte: scene.background.color,
    parts: await readParts(reader, scene, layers, caller),
  };
}

/** Reads the background and the layers of the base. */
export async function readBase(reader: LiveReader, scene: LiveScene, caller: Caller): Promise<LiveBaseInput> {
  const { color, gradient, transparent, picture, fit } = scene.background;
  const size = { width: scene.width * scene.scale, height: scene.height * scene.scale };
  return {
    ...size,
    background: { color, gradient, transparent },
    picture:
      picture === null ? null : await reader.pictures.pixels(picture, { ...size, fit }, scene.load, caller),
    parts: await readParts(reader, scene, baseLayers(scene), caller),
  };
}

/**
 * Returns the static layers below all others. A static one above others is not among them, unless it touches none of
 * those: then the order makes no difference.
 */
function baseLayers({ layers }: LiveScene): readonly LiveLayer[] {
  const above: LiveLayer[] = [];
  return layers.filter((layer) => {
    const isBase = layer.isStatic && layer.type !== 'timer' && !above.some((other) => meet(layer, other));
    if (!isBase) above.push(layer);
    return isBase;
  });
}

function meet(a: LiveLayer, b: LiveLayer): boolean {
  return intersection(reachOf(a), reachOf(b)) !== null;
}

/** Returns the area that a layer may draw on: letters and shadows reach beyond their box. */
function reachOf(layer: LiveLayer): Rectangle {
  const { x, y, width, height } = layer;
  const margin = layer.type === 'text' ? layer.size : layer.type === 'shape' ? shadowReach(layer) : 0;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function shadowReach({ shadow }: LiveShapeLayer): number {
  return shadow === null ? 0 : Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + 2 * shadow.blur;
}

async function readParts(
  reader: LiveReader,
  scene: LiveScene,
  layers: readonly LiveLayer[],
  caller: Caller,
): Promise<LiveParts> {
  const pack = new GlyphPack();
  const oversized = oversizedLayers(scene);
  const list = await Promise.all(
    layers.map((layer) => (oversized.has(layer) ? null : readPart(reader, scene, layer, pack, caller))),
  );
  return { glyphs: pack.packed(), list: list.filter((part) => part !== null) };
}

async function readPart(
  { sources, store, pictures }: LiveReader,
  scene: LiveScene,
  layer: LiveLayer,
  pack: GlyphPack,
  caller: Caller,
): Promise<LivePart> {
  const { scale, load } = scene;
  const area = scaledBox(layer, scale);
  switch (layer.type) {
    case 'text':
      return textPart(layer, await readLiveText(store, scene, layer, caller), pack);
    case 'image': {
      const size = { width: area.width, height: area.height, fit: layer.fit };
      const pixels = await pictures.pixels(layer.picture, size, load, caller);
      return { type: 'picture', area, radius: layer.radius * scale, pixels };
    }
    case 'shape': {
      const { shape, color, gradient, radius, border, shadow } = layer;
      return {
        ...{ type: 'shape', area, shape, color, gradient, radius: radius * scale },
        border: border === null ? null : { ...border, width: border.width * scale },
        shadow:
          shadow === null
            ? null
            : { ...shadow, x: shadow.x * scale, y: shadow.y * scale, blur: shadow.blur * scale },
      };
    }
    case 'timer': {
      const input = await readInput(sources, store, layer.timer, caller);
      return { type: 'timer', area, input, countdown: layer.countdown };
    }
  }
}

/** Returns the image layers that are left out. */
export function oversizedLayers({ layers, scale }: LiveScene): ReadonlySet<LiveLayer> {
  let pixels = 0;
  return new Set(
    layers.filter(({ type, width, height }) => {
      if (type !== 'image') return false;
      const own = width * height * scale * scale;
      const isOver = pixels + own > LAYER_PIXELS_MAX;
      if (!isOver) pixels += own;
      return isOver;
    }),
  );
}
