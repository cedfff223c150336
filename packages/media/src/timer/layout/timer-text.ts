import type { Caller } from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import {
  type FontSource,
  presetLabels,
  TIMER_UNITS,
  type TimerScene,
  type TimerUnitName,
} from '@vitrine/core/server';
import type { GlyphStore } from '../../text/glyph-store.ts';
import { type Piece, piecesOf } from '../../text/pieces.ts';
import { prepared } from '../../text/prepared-text.ts';
import { readTextGlyphs, type TextGlyphs } from '../../text/text-glyphs.ts';
import { DIGITS } from './digit-metrics.ts';
import { CAPITAL } from './layout.ts';
import type { SceneTexts } from './scene-texts.ts';

/** The texts of a design and the glyphs that draw them. */
export interface SceneText {
  readonly texts: SceneTexts;
  /** Glyphs of the digits, the separator and the message. */
  readonly digits: TextGlyphs;
  /** Glyphs of the labels of the visible units. */
  readonly labels: TextGlyphs;
  readonly headline: TextGlyphs;
}

/** Reads the glyphs of all texts of a design. */
export async function readSceneText(
  store: GlyphStore,
  scene: TimerScene,
  caller: Caller,
): Promise<SceneText> {
  const { design, digitFont, labelFont, headlineFont, load } = scene;
  const texts = await textsOf(design);
  const shown = TIMER_UNITS.filter((unit) => design.labels.show && design.units[unit].show);
  const read = (font: FontSource, pieces: readonly Piece[], measured: string) =>
    readTextGlyphs(
      store,
      { font, pieces: pieces.map(({ text }) => text), measured, locale: design.labels.locale, load },
      caller,
    );
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

/** Returns the texts with what warnings call them. */
export function namedTexts({ digits, labels, headline }: SceneText): [which: string, text: TextGlyphs][] {
  return [
    ['digits', digits],
    ['labels', labels],
    ['headline', headline],
  ];
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
