import {
  type Caller,
  type FontSource,
  presetLabels,
  TIMER_UNITS,
  type TimerScene,
  type TimerUnitName,
} from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import { builtinFonts } from '../font/builtin-fonts.ts';
import { DIGITS } from './digit-metrics.ts';
import type { Glyph } from './glyph.ts';
import type { GlyphStore } from './glyph-store.ts';
import { CAPITAL } from './layout.ts';
import { piecesOf } from './pieces.ts';

/** Ids of the fonts for letters that the font of a design lacks: Noto Sans, then Open Sans for Hebrew. */
const FALLBACKS: Readonly<Record<'regular' | 'bold', readonly number[]>> = {
  regular: [16, 5],
  bold: [17, 6],
};
const BOLD = 600;

/** The glyphs for the text in one font of a design, with those of fallback fonts. */
export interface TimerText {
  readonly glyphs: ReadonlyMap<string, Glyph>;
  /** Letters from fallback fonts. */
  readonly borrowed: readonly string[];
  /** Letters that no font has. */
  readonly missing: readonly string[];
}

/** Returns the label text of each unit. */
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

/** Reads the glyphs of the digits, the separator and the message. */
export function digitText(store: GlyphStore, scene: TimerScene, caller: Caller): Promise<TimerText> {
  const { design, digitFont } = scene;
  const { separator, expired } = design;
  const message = expired.behaviour === 'message' ? (expired.message ?? '') : '';
  const text = `${DIGITS}${separator.show ? separator.text : ''}${message}`;
  return readText(store, { font: digitFont, load: scene.load }, text, '', caller);
}

/** Reads the glyphs of the labels of the visible units. */
export function labelText(store: GlyphStore, scene: TimerScene, caller: Caller): Promise<TimerText> {
  const { design, labelFont } = scene;
  const texts = labelTextsOf(design);
  const shown = TIMER_UNITS.filter((unit) => design.labels.show && design.units[unit].show);
  const text = shown.map((unit) => texts[unit]).join('');
  return readText(store, { font: labelFont, load: scene.load }, text, CAPITAL, caller);
}

/** Reads the glyphs of the headline. */
export function headlineText(store: GlyphStore, scene: TimerScene, caller: Caller): Promise<TimerText> {
  const { design, headlineFont, load } = scene;
  return readText(store, { font: headlineFont, load }, design.headline.text ?? '', CAPITAL, caller);
}

/** @param measured letters that are measured but not drawn. */
async function readText(
  store: GlyphStore,
  { font, load }: { readonly font: FontSource; readonly load: TimerScene['load'] },
  text: string,
  measured: string,
  caller: Caller,
): Promise<TimerText> {
  const drawn = new Set(piecesOf(text));
  const wanted = [...new Set([...drawn, ...piecesOf(measured)])];
  const glyphs = new Map(await store.glyphs(font, load, wanted, caller));
  const absent = wanted.filter((piece) => !glyphs.has(piece));
  let missing = absent;
  for (const builtin of FALLBACKS[weightOf(font)]) {
    if (missing.length === 0) break;
    for (const [piece, glyph] of await store.glyphs({ builtin }, load, missing, caller))
      glyphs.set(piece, glyph);
    missing = missing.filter((piece) => !glyphs.has(piece));
  }
  const lettersIn = (pieces: readonly string[]) => pieces.filter((piece) => drawn.has(piece));
  return {
    glyphs,
    borrowed: lettersIn(absent.filter((piece) => glyphs.has(piece))),
    missing: lettersIn(missing),
  };
}

function weightOf(font: FontSource): 'regular' | 'bold' {
  if (!('builtin' in font)) return 'regular';
  const facts = builtinFonts.find(({ id }) => id === font.builtin)?.facts;
  return (facts?.weight ?? 0) >= BOLD ? 'bold' : 'regular';
}
