import type { Caller } from '@vitrine/core';
import type { LiveScene, LiveTextLayer } from '@vitrine/core/server';
import type { GlyphStore } from '../../text/glyph-store.ts';
import { kerned, pairsOf } from '../../text/kerning.ts';
import { withoutLongWords } from '../../text/long-words.ts';
import { prepared } from '../../text/prepared-text.ts';
import { readTextGlyphs, type TextGlyphs } from '../../text/text-glyphs.ts';
import type { GlyphPack } from '../painting/glyph-pack.ts';
import type { LiveTextPart } from '../painting/live-input.ts';
import { scaledBox } from './scaled-box.ts';
import { ELLIPSIS, type PlacedText, placeText } from './text-box.ts';

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** A text in its box, with what a check says about it. */
export interface LiveText {
  readonly placed: PlacedText;
  readonly glyphs: TextGlyphs;
}

/** Reads the glyphs of a text layer and places them. */
export async function readLiveText(
  store: GlyphStore,
  scene: LiveScene,
  layer: LiveTextLayer,
  caller: Caller,
): Promise<LiveText> {
  const { load, locale, scale } = scene;
  const { font, align, valign, lineHeight, fit } = layer;
  const read = await Promise.all(layer.text.split(LINE_BREAK).map(prepared));
  const size = fit === 'shrink' ? Math.min(layer.minSize, layer.size) : layer.size;
  const divided = read.map((paragraph) => withoutLongWords(paragraph, layer.width / size));
  const pieces = divided.flat().map(({ text }) => text);
  const [glyphs, kerning, line] = await Promise.all([
    readTextGlyphs(store, { font, pieces, measured: ELLIPSIS, locale, load }, caller),
    store.kerning(font, load, divided.flatMap(pairsOf), caller),
    store.line(font, load, caller),
  ]);
  const placed = placeText({
    ...{ align, valign, lineHeight, fit, scale, line },
    box: scaledBox(layer, scale),
    size: layer.size * scale,
    minSize: layer.minSize * scale,
    paragraphs: divided.map((paragraph) => kerned(paragraph, kerning)),
    glyphs: glyphs.glyphs,
  });
  return { placed, glyphs };
}

/** Returns the part of a text whose glyphs are in the pack. */
export function textPart(
  { color }: LiveTextLayer,
  { placed, glyphs: { glyphs } }: LiveText,
  pack: GlyphPack,
): LiveTextPart {
  const { size, lines } = placed;
  const set = lines.flatMap(({ line, x, baseline }) =>
    line.glyphs.flatMap((one) => {
      const glyph = glyphs.get(one.piece);
      return glyph === undefined ? [] : [{ at: pack.add(glyph.outline), x: x + one.x * size, baseline }];
    }),
  );
  return {
    ...{ type: 'text', color, size },
    glyphs: Uint32Array.from(set, ({ at }) => at),
    places: Float32Array.from(set.flatMap(({ x, baseline }) => [x, baseline])),
  };
}
