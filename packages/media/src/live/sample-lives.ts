import { createHash } from 'node:crypto';
import type { TimerDesign } from '@vitrine/core/contracts';
import type {
  DrawnLive,
  LiveImageLayer,
  LiveLayer,
  LiveScene,
  LiveShapeLayer,
  LiveTextLayer,
  LiveTimerLayer,
} from '@vitrine/core/server';
import { ByteSink } from '../gif/byte-sink.ts';
import { ScratchCanvas } from '../paint/scratch-canvas.ts';
import { GlyphStore } from '../text/glyph-store.ts';
import { INTER_BOLD, SAMPLE_DESIGN, sampleScene, testSources } from '../timer/drawing/sample-scenes.ts';
import { drawLive } from './draw-live.ts';
import { LiveBase } from './painting/live-base.ts';
import { MaskCache } from './painting/mask-cache.ts';
import { PictureCache } from './reading/picture-cache.ts';
import { readBase, readLive } from './reading/read-live.ts';
import { type LiveText, readLiveText } from './reading/text-part.ts';

// Scenes for tests, drawn in the thread of the test.

const CALLER = { account: null };

const PLACE = { x: 0, y: 0, width: 300, height: 60, isStatic: false };

export function sampleText(text: string, changes: Partial<LiveTextLayer> = {}): LiveTextLayer {
  return {
    ...PLACE,
    type: 'text',
    name: 'title',
    text,
    font: { builtin: INTER_BOLD },
    size: 24,
    minSize: 12,
    color: '#12204a',
    align: 'left',
    valign: 'top',
    lineHeight: 1.2,
    fit: 'shrink',
    ...changes,
  };
}

export function sampleShape(changes: Partial<LiveShapeLayer> = {}): LiveShapeLayer {
  return {
    ...PLACE,
    type: 'shape',
    name: 'badge',
    shape: 'rect',
    color: '#d6336c',
    gradient: null,
    radius: 0,
    border: null,
    shadow: null,
    ...changes,
  };
}

/** @param picture its bytes, which `sampleLive` gets too. */
export function sampleImage(picture: Uint8Array, changes: Partial<LiveImageLayer> = {}): LiveImageLayer {
  return {
    ...PLACE,
    type: 'image',
    name: 'photo',
    picture: hashOf(picture),
    fit: 'cover',
    radius: 0,
    ...changes,
  };
}

export function sampleTimer(
  secondsLeft: number,
  changes: Partial<LiveTimerLayer> = {},
  design: Partial<TimerDesign> = {},
): LiveTimerLayer {
  const layer = { ...PLACE, width: 240, ...changes };
  const { width, height } = layer;
  const background = { ...SAMPLE_DESIGN.background, transparent: true };
  const digits = { ...SAMPLE_DESIGN.digits, color: '#12204a' };
  return {
    type: 'timer',
    name: 'timer',
    countdown: { secondsLeft },
    timer: sampleScene({ ...SAMPLE_DESIGN, width, height, background, digits, ...design }),
    ...layer,
  };
}

/** @param pictures the bytes of pictures, and of fonts. */
export function sampleLive(
  layers: readonly LiveLayer[],
  changes: Partial<LiveScene> = {},
  pictures: readonly Uint8Array[] = [],
): LiveScene {
  const blobs = new Map(pictures.map((bytes) => [hashOf(bytes), bytes]));
  const drawn = {
    width: 300,
    height: 60,
    scale: 1,
    format: 'png',
    background: { color: '#ffffff', gradient: null, picture: null, fit: 'cover', transparent: false },
    layers,
    locale: 'en',
    ...changes,
  } as const;
  return {
    key: hashOf(new TextEncoder().encode(JSON.stringify(drawn))),
    ...drawn,
    async load(hash) {
      const bytes = blobs.get(hash);
      if (bytes === undefined) throw new Error(`no blob ${hash}`);
      return bytes;
    },
  };
}

const reader = {
  sources: testSources,
  store: new GlyphStore(testSources),
  pictures: new PictureCache(testSources.picture, 32_000_000),
};
const masks = new MaskCache().of(null);

export async function drawnLive(scene: LiveScene): Promise<DrawnLive> {
  const base = new LiveBase(await readBase(reader, scene, CALLER), masks);
  const memory = { sink: new ByteSink(), scratch: new ScratchCanvas() };
  return drawLive(base.canvas, await readLive(reader, scene, CALLER), masks, memory);
}

export function placedText(scene: LiveScene, layer: LiveTextLayer): Promise<LiveText> {
  return readLiveText(reader.store, scene, layer, CALLER);
}

const hashes = new WeakMap<Uint8Array, string>();

/** Returns the hash of bytes, which is known of stored ones, too. So it is computed once. */
export function hashOf(bytes: Uint8Array): string {
  const hash = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}
