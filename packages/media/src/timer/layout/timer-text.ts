import {
  type Caller,
  type FontSource,
  presetLabels,
  TIMER_UNITS,
  type TimerScene,
  type TimerUnitName,
} from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import { builtinFonts } from '../../font/builtin-fonts.ts';
import { FALLBACK_FAMILIES, isInstalled } from '../../font/fallback-fonts.ts';
import type { GlyphSource } from '../../font/glyph-source.ts';
import type { Glyph } from '../paint/glyph.ts';
import { DIGITS } from '../text/digit-metrics.ts';
import { fallbackOrder } from '../text/fallback-order.ts';
import type { GlyphStore } from '../text/glyph-store.ts';
import { type Piece, piecesOf } from '../text/pieces.ts';
import { prepared } from '../text/prepared-text.ts';
import type { SceneTexts } from '../text/scene-texts.ts';
import { spaceOf, substitutesOf, twinsOf } from '../text/substitutes.ts';
import { CAPITAL } from './layout.ts';

const BOLD = 600;
/** Ids of built-in fonts that are searched before and after the families of single scripts: Noto Sans, Open Sans. */
const BUILTIN_FALLBACKS = { 400: { first: 16, last: 5 }, 700: { first: 17, last: 6 } };

export interface Replacement {
  readonly piece: string;
  readonly by: string;
}

/** The glyphs for the text in one font of a design, with those of fallback fonts. */
export interface TimerText {
  readonly glyphs: ReadonlyMap<string, Glyph>;
  /** Letters from fallback fonts. */
  readonly borrowed: readonly string[];
  /** Letters that no font has, with what is drawn instead. */
  readonly replaced: readonly Replacement[];
  /** Letters that no font has, and that nothing replaces. */
  readonly missing: readonly string[];
  /** Packages that are not installed and may have the missing letters. */
  readonly absentPackages: readonly string[];
}

/** The texts of a design and the glyphs that draw them. */
export interface SceneText {
  readonly texts: SceneTexts;
  /** Glyphs of the digits, the separator and the message. */
  readonly digits: TimerText;
  /** Glyphs of the labels of the visible units. */
  readonly labels: TimerText;
  readonly headline: TimerText;
}

/** Reads the glyphs of all texts of a design. */
export async function readSceneText(
  store: GlyphStore,
  scene: TimerScene,
  caller: Caller,
): Promise<SceneText> {
  const { design, digitFont, labelFont, headlineFont } = scene;
  const texts = await textsOf(design);
  const shown = TIMER_UNITS.filter((unit) => design.labels.show && design.units[unit].show);
  const read = (font: FontSource, pieces: readonly Piece[], measured: string) =>
    readText(store, { scene, font, pieces, measured }, caller);
  const [digits, labels, headline] = await Promise.all([
    read(digitFont, [...piecesOf(DIGITS), ...texts.separator, ...texts.message], ''),
    read(
      labelFont,
      shown.flatMap((unit) => texts.labels[unit]),
      CAPITAL,
    ),
    read(headlineFont, texts.headline, CAPITAL),
  ]);
  return { texts, digits, labels, headline };
}

async function textsOf({ labels, units, separator, headline, expired }: TimerDesign): Promise<SceneTexts> {
  const preset = presetLabels(labels.locale);
  const label = (unit: TimerUnitName) => prepared(units[unit].label ?? preset[unit]);
  return {
    labels: {
      days: await label('days'),
      hours: await label('hours'),
      minutes: await label('minutes'),
      seconds: await label('seconds'),
    },
    separator: await prepared(separator.show ? separator.text : ''),
    headline: await prepared(headline.text ?? ''),
    message: await prepared(expired.behaviour === 'message' ? (expired.message ?? '') : ''),
  };
}

interface WantedText {
  readonly scene: TimerScene;
  readonly font: FontSource;
  readonly pieces: readonly Piece[];
  /** Letters that are measured but not drawn. */
  readonly measured: string;
}

async function readText(
  store: GlyphStore,
  { scene, font, pieces, measured }: WantedText,
  caller: Caller,
): Promise<TimerText> {
  const { design, load } = scene;
  const drawn = new Set(pieces.map(({ text }) => text));
  const wanted = [...new Set([...drawn, ...measured])];
  const text = wanted.join('');
  const inFont = (pieces: readonly string[]) => store.glyphs(font, load, pieces, caller);
  const glyphs = await inFont(wanted);
  for (const piece of wanted) {
    const space = glyphs.has(piece) ? null : spaceOf(piece);
    if (space !== null) glyphs.set(piece, space);
  }
  const lackedBy = (found: ReadonlyMap<string, Glyph>) => wanted.filter((piece) => !found.has(piece));
  await replaceFrom(inFont, glyphs, lackedBy(glyphs), twinsOf);
  const absent = lackedBy(glyphs);
  /** Searches the fallback fonts, each for what those before it lack. */
  const inFallbacks = async (pieces: readonly string[]) => {
    const found = new Map<string, Glyph>();
    let rest = pieces;
    const families = fallbackOrder(pieces.join(''), text, design.labels.locale);
    for (const source of fallbacksOf(weightOf(font), families)) {
      if (rest.length === 0) break;
      for (const [piece, glyph] of await store.glyphs(source, load, rest, caller)) found.set(piece, glyph);
      rest = rest.filter((piece) => !found.has(piece));
    }
    return found;
  };
  for (const [piece, glyph] of await inFallbacks(absent)) glyphs.set(piece, glyph);
  const borrowed = absent.filter((piece) => glyphs.has(piece));
  const replaced: Replacement[] = [];
  for (const search of [inFont, inFallbacks])
    replaced.push(...(await replaceFrom(search, glyphs, lackedBy(glyphs), substitutesOf)));
  const missing = lackedBy(glyphs);
  const lettersIn = (some: readonly string[]) => some.filter((piece) => drawn.has(piece));
  const absentFamilies = fallbackOrder(missing.join(''), text, design.labels.locale);
  return {
    glyphs,
    borrowed: lettersIn(borrowed),
    replaced: replaced.filter(({ piece }) => drawn.has(piece)),
    missing: lettersIn(missing),
    absentPackages: absentFamilies
      .filter((each) => !isInstalled(each))
      .map((each) => FALLBACK_FAMILIES[each].package),
  };
}

/** Adds the glyph of a substitute for each missing piece that `search` finds one for, and returns these. */
async function replaceFrom(
  search: (pieces: readonly string[]) => Promise<ReadonlyMap<string, Glyph>>,
  glyphs: Map<string, Glyph>,
  missing: readonly string[],
  substitutes: (piece: string) => readonly string[],
): Promise<Replacement[]> {
  const choices = missing.map((piece) => ({ piece, names: substitutes(piece) }));
  const found = await search(choices.flatMap(({ names }) => names));
  return choices.flatMap(({ piece, names }) => {
    const by = names.find((name) => found.has(name));
    const glyph = by === undefined ? undefined : found.get(by);
    if (by === undefined || glyph === undefined) return [];
    glyphs.set(piece, glyph);
    return [{ piece, by }];
  });
}

function* fallbacksOf(weight: 400 | 700, families: ReturnType<typeof fallbackOrder>): Generator<GlyphSource> {
  const { first, last } = BUILTIN_FALLBACKS[weight];
  yield { builtin: first };
  for (const family of families) yield { fallback: { family, weight } };
  yield { builtin: last };
}

function weightOf(font: FontSource): 400 | 700 {
  if (!('builtin' in font)) return 400;
  const facts = builtinFonts.find(({ id }) => id === font.builtin)?.facts;
  return (facts?.weight ?? 0) >= BOLD ? 700 : 400;
}
