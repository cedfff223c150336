import {
  type Caller,
  type FontSource,
  presetLabels,
  TIMER_UNITS,
  type TimerDesign,
  type TimerScene,
  type TimerUnitName,
} from '@vitrine/core';
import { builtinFonts } from '../font/builtin-fonts.ts';
import { DIGITS } from './digit-metrics.ts';
import type { Glyph } from './glyph.ts';
import type { GlyphStore } from './glyph-store.ts';
import { codePointsOf } from './text-line.ts';

/** Noto Sans, then Open Sans for its Hebrew: asked for what a design's own font lacks. */
const FALLBACKS: Readonly<Record<'regular' | 'bold', readonly number[]>> = {
  regular: [16, 5],
  bold: [17, 6],
};
const BOLD = 600;
/** Its height sets the distance of labels. */
const CAPITAL = 'H';

/** The letters of one font of a design, those of the fallback among them. */
export interface TimerText {
  readonly glyphs: ReadonlyMap<number, Glyph>;
  /** What is drawn in the fallback font, because the design's own has no glyph. */
  readonly borrowed: readonly string[];
  /** What no font has. */
  readonly missing: readonly string[];
}

/** What stands at each unit. */
export function labelTextsOf({ labels, units }: TimerDesign): Readonly<Record<TimerUnitName, string>> {
  const preset = presetLabels(labels.locale);
  const textOf = (unit: TimerUnitName) => units[unit].label ?? preset[unit];
  return {
    days: textOf('days'),
    hours: textOf('hours'),
    minutes: textOf('minutes'),
    seconds: textOf('seconds'),
  };
}

/** The digits, the separator and the message. */
export function digitText(store: GlyphStore, scene: TimerScene, caller: Caller): Promise<TimerText> {
  const { design, digitFont } = scene;
  const { separator, expired } = design;
  const message = expired.behaviour === 'message' ? (expired.message ?? '') : '';
  const text = `${DIGITS}${separator.show ? separator.text : ''}${message}`;
  return readText(store, { font: digitFont, load: scene.load }, text, '', caller);
}

/** The labels of the units that are shown. */
export function labelText(store: GlyphStore, scene: TimerScene, caller: Caller): Promise<TimerText> {
  const { design, labelFont } = scene;
  const texts = labelTextsOf(design);
  const shown = TIMER_UNITS.filter((unit) => design.labels.show && design.units[unit].show);
  const text = shown.map((unit) => texts[unit]).join('');
  return readText(store, { font: labelFont, load: scene.load }, text, CAPITAL, caller);
}

/** `measured`: letters that are not drawn, only measured. */
async function readText(
  store: GlyphStore,
  { font, load }: { readonly font: FontSource; readonly load: TimerScene['load'] },
  text: string,
  measured: string,
  caller: Caller,
): Promise<TimerText> {
  const drawn = new Set(codePointsOf(text));
  const wanted = [...new Set([...drawn, ...codePointsOf(measured)])];
  const glyphs = new Map(await store.glyphs(font, load, wanted, caller));
  const lacking = wanted.filter((codePoint) => !glyphs.has(codePoint));
  let left = lacking;
  for (const builtin of FALLBACKS[weightOf(font)]) {
    if (left.length === 0) break;
    for (const [codePoint, glyph] of await store.glyphs({ builtin }, load, left, caller))
      glyphs.set(codePoint, glyph);
    left = left.filter((codePoint) => !glyphs.has(codePoint));
  }
  const shown = (codePoints: readonly number[]) =>
    codePoints
      .filter((codePoint) => drawn.has(codePoint))
      .map((codePoint) => String.fromCodePoint(codePoint));
  return {
    glyphs,
    borrowed: shown(lacking.filter((codePoint) => glyphs.has(codePoint))),
    missing: shown(left),
  };
}

function weightOf(font: FontSource): 'regular' | 'bold' {
  if (!('builtin' in font)) return 'regular';
  const facts = builtinFonts.find(({ id }) => id === font.builtin)?.facts;
  return (facts?.weight ?? 0) >= BOLD ? 'bold' : 'regular';
}
