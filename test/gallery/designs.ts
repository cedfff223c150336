import type { TimerDesign, TimerDesignChanges, TimerPresetName } from '@vitrine/core/contracts';
import { changeDesign } from '../../packages/core/src/timers/design-changes.ts';
import { TIMER_PRESETS } from '../../packages/core/src/timers/timer-presets.ts';

/** A design of the gallery. Its fonts are ids of built-in fonts. */
export interface GalleryDesign {
  /** The name of its file. */
  readonly name: string;
  readonly design: TimerDesign;
  readonly photo: 'dusk' | 'meadow' | null;
  readonly secondsLeft: number;
}

const INTER = 1;
const INTER_BOLD = 2;
const ROBOTO = 3;
const ROBOTO_BOLD = 4;
const OPEN_SANS = 5;
const OPEN_SANS_BOLD = 6;
const MONTSERRAT = 7;
const MONTSERRAT_BOLD = 8;
const OSWALD_BOLD = 10;
const PLAYFAIR = 11;
const PLAYFAIR_BOLD = 12;
const ROBOTO_MONO_BOLD = 14;
const BEBAS = 15;
const NOTO_BOLD = 17;

const PHONE_WIDTH = 320;
const HIDDEN = { show: false };

/** 5 days, 13 hours, 31 minutes and 47 seconds. */
const USUAL_SECONDS = 480_707;
const RADIUS = { color: '#ffffff', radius: 10, padding: 14 };

function make(
  name: string,
  [digitFont, labelFont]: readonly [digits: number, labels: number],
  given: TimerDesignChanges,
  more: Partial<Pick<GalleryDesign, 'photo' | 'secondsLeft'>> = {},
): GalleryDesign {
  const changes = {
    ...given,
    digits: { fontId: digitFont, ...given.digits },
    labels: { fontId: labelFont, ...given.labels },
  };
  const { changed, issues } = changeDesign(null, changes, 'design', 0);
  if (changed === null) throw new Error(`${name}: ${JSON.stringify(issues)}`);
  const { design } = changed;
  return { name, design, photo: null, secondsLeft: USUAL_SECONDS, ...more };
}

function preset(name: TimerPresetName, given: TimerDesignChanges): GalleryDesign {
  const { changed, issues } = changeDesign(null, { ...given, preset: name }, 'design', 0);
  if (changed === null) throw new Error(`${name}: ${JSON.stringify(issues)}`);
  const { design } = changed;
  const suffix = design.width === PHONE_WIDTH ? '-phone' : '';
  return { name: `preset-${name}${suffix}`, design, photo: null, secondsLeft: USUAL_SECONDS };
}

/** Examples of timers: fonts, languages, boxes, pictures, transparency, the expired state, double resolution. */
export const DESIGNS: readonly GalleryDesign[] = [
  ...TIMER_PRESETS.map(({ name }) => preset(name, {})),
  make('plain', [INTER_BOLD, INTER_BOLD], {}),
  make('light-german', [INTER, INTER], {
    background: { color: '#f6f4ee' },
    digits: { color: '#20242c' },
    labels: { color: '#9a5a1c', locale: 'de', size: 14 },
    separator: { color: '#c9c2b4' },
  }),
  make('white-boxes-french', [MONTSERRAT_BOLD, MONTSERRAT], {
    background: { color: '#0f766e' },
    digits: { size: 52, color: '#0f4f4a', box: RADIUS },
    labels: { color: '#d8fff8', locale: 'fr', size: 13 },
    separator: { show: false },
  }),
  make('serif-borders', [PLAYFAIR_BOLD, PLAYFAIR], {
    background: { color: '#fbf7f0' },
    digits: {
      size: 54,
      color: '#7a1f2b',
      box: { color: '#fffdf9', radius: 4, padding: 14, border: { color: '#c9a45c', width: 2 } },
    },
    labels: { color: '#7a1f2b', locale: 'it', size: 14 },
    separator: { show: false },
  }),
  make('condensed-spanish', [OSWALD_BOLD, OSWALD_BOLD], {
    background: { color: '#d7263d' },
    digits: { size: 82 },
    labels: { color: '#ffe3e6', locale: 'es', size: 14 },
    layout: { gap: 44 },
    separator: { color: '#ff8a97' },
  }),
  make('terminal-labels-above', [ROBOTO_MONO_BOLD, ROBOTO_MONO_BOLD], {
    background: { color: '#0b0f0c' },
    digits: { size: 64, color: '#3cff8f' },
    labels: { color: '#1fa35a', position: 'above', size: 13 },
  }),
  make('poster', [BEBAS, BEBAS], {
    background: { color: '#ffd23f' },
    digits: { size: 104, color: '#1b1b1e' },
    labels: { color: '#1b1b1e', locale: 'pt', size: 18 },
    layout: { gap: 34 },
    separator: { color: '#ee4266' },
  }),
  make('pills-dutch', [OPEN_SANS_BOLD, OPEN_SANS], {
    background: { color: '#ffffff' },
    digits: { size: 46, color: '#ffffff', box: { color: '#5b3df5', radius: 60, padding: 22 } },
    labels: { color: '#3a2a99', locale: 'nl', size: 14 },
    separator: { show: false },
  }),
  make('greek', [NOTO_BOLD, NOTO_BOLD], {
    background: { color: '#0d5eaf' },
    labels: { color: '#ffffff', locale: 'el', size: 13 },
    digits: { size: 64 },
  }),
  make('russian', [ROBOTO_BOLD, ROBOTO], {
    background: { color: '#2b2d42' },
    digits: { color: '#edf2f4' },
    labels: { color: '#ef6f6c', locale: 'ru' },
    separator: { color: '#8d99ae' },
  }),
  make('hebrew', [OPEN_SANS_BOLD, OPEN_SANS_BOLD], {
    background: { color: '#eaf4ff' },
    digits: { color: '#12346b' },
    labels: { color: '#2563c9', locale: 'he', size: 18 },
  }),
  make('hours-only-turkish', [MONTSERRAT_BOLD, MONTSERRAT_BOLD], {
    background: { color: '#1f1235' },
    units: { days: HIDDEN },
    digits: { color: '#ff7ad9' },
    labels: { color: '#b9a3ff', locale: 'tr', size: 14 },
  }),
  make(
    'many-days-polish',
    [INTER_BOLD, INTER],
    {
      background: { color: '#14213d' },
      digits: {
        size: 56,
        color: '#fca311',
        box: { ...RADIUS, color: '#1d2d52', border: { color: '#31456f', width: 1 } },
      },
      labels: { color: '#e5e5e5', locale: 'pl', size: 13 },
      layout: { gap: 20 },
      separator: { color: '#31456f' },
    },
    { secondsLeft: 365 * 86_400 + 3_661 },
  ),
  make(
    'on-a-picture',
    [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
    { labels: { color: '#ffffff', size: 14 } },
    { photo: 'dusk' },
  ),
  make(
    'boxes-on-a-picture',
    [ROBOTO_BOLD, ROBOTO_BOLD],
    {
      digits: { size: 56, color: '#20402a', box: { ...RADIUS, radius: 14 } },
      labels: { color: '#12281a', locale: 'sv', size: 14 },
      separator: { show: false },
    },
    { photo: 'meadow' },
  ),
  make('transparent', [INTER_BOLD, INTER_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: { color: '#111827' },
    labels: { color: '#b91c1c', size: 16 },
  }),
  make('transparent-boxes', [OSWALD_BOLD, INTER_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: {
      size: 60,
      box: { color: '#111827', radius: 16, padding: 16, border: { color: '#f59e0b', width: 3 } },
    },
    labels: { color: '#111827', locale: 'nb', size: 14 },
    separator: { color: '#111827' },
  }),
  make(
    'ended-with-a-message',
    [PLAYFAIR_BOLD, PLAYFAIR],
    {
      background: { color: '#2d1e2f' },
      digits: { color: '#f7d9c4' },
      expired: { behaviour: 'message', message: 'The sale is over. Thank you, and see you next year!' },
    },
    { secondsLeft: 0 },
  ),
  make(
    'ended-at-zero',
    [BEBAS, INTER_BOLD],
    {
      background: { color: '#26282d' },
      digits: { size: 90, color: '#8b9099' },
      labels: { color: '#6d727c', locale: 'uk' },
    },
    { secondsLeft: 0 },
  ),
  make('flip', [INTER_BOLD, INTER], {
    background: { color: '#101114' },
    headline: { text: 'Doors open in', color: '#f4f4f5', size: 20 },
    digits: { size: 58, color: '#f4f4f5', box: { style: 'flip', color: '#26282e', radius: 7, padding: 9 } },
    labels: { color: '#a1a1aa', size: 12 },
    separator: { show: false },
  }),
  make('rings', [MONTSERRAT_BOLD, MONTSERRAT], {
    height: 170,
    background: { color: '#0b1026' },
    digits: { size: 34, ring: { color: '#38bdf8', track: '#1c2550', width: 6, padding: 12 } },
    labels: { color: '#93a4d8', size: 13 },
    separator: { show: false },
  }),
  make('gradient-and-shadow', [MONTSERRAT_BOLD, INTER], {
    background: { color: '#7c3aed', gradient: { color: '#ec4899', angle: 120 } },
    digits: { shadow: { color: '#0000005e', x: 0, y: 3, blur: 8 } },
    labels: { color: '#ffffffd9' },
    headline: { text: 'Spring sale, 30 % off', position: 'below', size: 18 },
  }),
  make(
    'glass-on-a-picture',
    [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
    {
      digits: {
        size: 54,
        box: {
          style: 'digit',
          color: '#0b102a66',
          radius: 10,
          padding: 9,
          border: { color: '#ffffff66', width: 1 },
        },
      },
      labels: { color: '#fffffff0', size: 13 },
      separator: { show: false },
    },
    { photo: 'dusk' },
  ),
  make('card-shadows', [INTER_BOLD, INTER], {
    background: { color: '#eef1f6' },
    digits: {
      size: 54,
      color: '#1f2a44',
      box: {
        color: '#ffffff',
        gradient: { color: '#f1f4fa', angle: 180 },
        radius: 12,
        padding: 14,
        shadow: { color: '#1f2a4440', x: 0, y: 4, blur: 10 },
      },
    },
    separator: { show: false },
  }),
  make('phone-width', [INTER_BOLD, INTER], {
    width: 320,
    height: 100,
    scale: 2,
    background: { color: '#ffffff' },
    digits: { color: '#0f172a' },
  }),
  preset('cards', { width: PHONE_WIDTH, height: 100, scale: 2 }),
  preset('flip-light', { width: PHONE_WIDTH, height: 100, scale: 2 }),
  make('twice-the-pixels', [PLAYFAIR_BOLD, MONTSERRAT], {
    scale: 2,
    background: { color: '#fff1f2' },
    digits: { color: '#9f1239', size: 76 },
    labels: { color: '#be123c', locale: 'cs', size: 14 },
    layout: { gap: 34 },
    separator: { text: '·', color: '#fb7185' },
  }),
];
