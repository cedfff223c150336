import { createHash } from 'node:crypto';
import type { TimerDesign } from '@vitrine/core/contracts';
import type { FontSource, TimerScene } from '@vitrine/core/server';
import { fontTasks } from '../../font/font-tasks.ts';
import { filesOf } from '../../font/glyph-source.ts';
import type { DrawingSources } from '../../image/drawing-sources.ts';
import { imageTasks } from '../../image/image-tasks.ts';
import { GlyphStore } from '../../text/glyph-store.ts';
import { readInput } from '../scene/read-input.ts';
import { Scene } from '../scene/scene.ts';

// Scenes for tests, drawn in the thread of the test.

const CALLER = { account: null };

export const INTER_BOLD = 2;

const UNIT = { show: true, minDigits: null, label: null, x: null, y: null };

export const SAMPLE_DESIGN: TimerDesign = {
  width: 300,
  height: 80,
  scale: 1,
  preset: null,
  background: { color: '#12204a', gradient: null, imageId: null, fit: 'cover', transparent: false },
  target: { kind: 'date', date: '2026-12-01T00:00:00', timeZone: 'UTC' },
  layout: { align: 'center', gap: 12, padding: 6, fit: 'none' },
  headline: { text: null, position: 'above', fontId: INTER_BOLD, size: 12, color: '#ffffff' },
  units: { days: UNIT, hours: UNIT, minutes: UNIT, seconds: UNIT },
  digits: {
    fontId: INTER_BOLD,
    size: 34,
    color: '#ffffff',
    minDigits: 2,
    box: null,
    ring: null,
    shadow: null,
  },
  labels: { show: true, fontId: INTER_BOLD, size: 9, color: '#ffc440', locale: 'en', position: 'below' },
  separator: { show: true, text: ':', color: null },
  expired: { behaviour: 'zeros', message: null, imageId: null },
  frames: 8,
  loop: false,
  optimize: true,
  altText: null,
};

export const SAMPLE_BOX = {
  style: 'unit' as const,
  color: '#c02040',
  gradient: null,
  radius: 6,
  padding: 5,
  border: { color: '#20c040', width: 2 },
  shadow: null,
};

export interface SampleOptions {
  readonly font?: FontSource;
  readonly background?: Uint8Array;
  readonly expiredImage?: Uint8Array;
  readonly fontFile?: Uint8Array;
}

/** Reads in this process, again if the machine was too busy. */
export const testSources: DrawingSources = {
  async outlines(source, load, pieces) {
    const request = { ...(await filesOf(source, load, pieces)), pieces };
    for (;;) {
      const outlines = await fontTasks.outlines(request);
      if (!outlines.starved) return outlines;
    }
  },
  async kerning(source, load, pieces) {
    const request = { ...(await filesOf(source, load, pieces)), pieces };
    for (;;) {
      const { pairs } = await fontTasks.kerning(request);
      if (pairs !== null) return pairs;
    }
  },
  picture: (bytes, size) => imageTasks.pixels({ bytes, ...size }),
};

/** Returns a scene in the form that core passes: blobs by the hash of their bytes. */
export function sampleScene(design: TimerDesign, options: SampleOptions = {}): TimerScene {
  const { background, expiredImage, fontFile } = options;
  const blobs = new Map(
    [background, expiredImage, fontFile].flatMap((bytes) =>
      bytes === undefined ? [] : [[hashOf(bytes), bytes] as const],
    ),
  );
  const font: FontSource =
    fontFile === undefined ? (options.font ?? { builtin: INTER_BOLD }) : { blob: hashOf(fontFile) };
  return {
    key: JSON.stringify([design, font, ...blobs.keys()]),
    design,
    digitFont: font,
    labelFont: font,
    headlineFont: font,
    background: background === undefined ? null : hashOf(background),
    expiredImage: expiredImage === undefined ? null : hashOf(expiredImage),
    async load(hash) {
      const bytes = blobs.get(hash);
      if (bytes === undefined) throw new Error(`no blob ${hash}`);
      return bytes;
    },
  };
}

const store = new GlyphStore(testSources);

export async function drawnScene(design: TimerDesign, options: SampleOptions = {}): Promise<Scene> {
  return new Scene(await readInput(testSources, store, sampleScene(design, options), CALLER));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
