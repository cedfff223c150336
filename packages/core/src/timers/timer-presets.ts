import { TIMER_PRESET_NAMES, type TimerPresetName } from '../contracts/timers/timer-design.ts';
import type { TimerDesignChanges } from '../contracts/timers/timer-frames.ts';

export interface TimerPreset {
  readonly name: TimerPresetName;
  /** For users. */
  readonly title: string;
  /** The members that the preset sets. */
  readonly design: TimerDesignChanges;
}

const INTER = 1;
const INTER_BOLD = 2;
const MONTSERRAT = 7;
const MONTSERRAT_BOLD = 8;
const OSWALD = 9;
const OSWALD_BOLD = 10;
const PLAYFAIR = 11;
const PLAYFAIR_BOLD = 12;
const ROBOTO_MONO = 13;
const ROBOTO_MONO_BOLD = 14;
const BEBAS = 15;

const NO_SEPARATOR = { show: false };

const LOOKS: Readonly<Record<TimerPresetName, Omit<TimerPreset, 'name'>>> = {
  midnight: {
    title: 'Midnight',
    design: {
      background: { color: '#0b1020', gradient: { color: '#1e2a55', angle: 120 } },
      digits: { fontId: INTER_BOLD, color: '#ffffff' },
      labels: { fontId: INTER, color: '#9fb0e8' },
      headline: { color: '#ffffff' },
    },
  },
  paper: {
    title: 'Paper',
    design: {
      background: { color: '#ffffff' },
      digits: { fontId: INTER_BOLD, color: '#101828' },
      labels: { fontId: INTER, color: '#667085' },
      headline: { color: '#101828' },
    },
  },
  'flip-dark': {
    title: 'Flip clock, dark',
    design: {
      background: { color: '#111214' },
      digits: {
        fontId: INTER_BOLD,
        size: 54,
        color: '#f5f5f6',
        box: { style: 'flip', color: '#26282e', radius: 8, padding: 9 },
      },
      labels: { fontId: INTER, color: '#a2a6b0', size: 14 },
      headline: { color: '#f5f5f6' },
      separator: NO_SEPARATOR,
    },
  },
  'flip-light': {
    title: 'Flip clock, light',
    design: {
      background: { color: '#f2f4f7' },
      digits: {
        fontId: INTER_BOLD,
        size: 54,
        color: '#1d2939',
        box: {
          style: 'flip',
          color: '#ffffff',
          radius: 8,
          padding: 9,
          border: { color: '#d0d5dd', width: 1 },
        },
      },
      labels: { fontId: INTER, color: '#475467', size: 14 },
      headline: { color: '#1d2939' },
      separator: NO_SEPARATOR,
    },
  },
  'rings-dark': {
    title: 'Rings, dark',
    design: {
      background: { color: '#0b1026' },
      digits: {
        fontId: MONTSERRAT_BOLD,
        size: 35,
        color: '#ffffff',
        ring: { color: '#38bdf8', track: '#1d2752', width: 6, padding: 12 },
      },
      labels: { fontId: MONTSERRAT, color: '#9aabdf', size: 14 },
      headline: { fontId: MONTSERRAT_BOLD, color: '#ffffff' },
      separator: NO_SEPARATOR,
    },
  },
  'rings-light': {
    title: 'Rings, light',
    design: {
      background: { color: '#fffaf5' },
      digits: {
        fontId: MONTSERRAT_BOLD,
        size: 35,
        color: '#3b2416',
        ring: { color: '#f2711c', track: '#f6ddca', width: 6, padding: 12 },
      },
      labels: { fontId: MONTSERRAT, color: '#80573c', size: 14 },
      headline: { fontId: MONTSERRAT_BOLD, color: '#3b2416' },
      separator: NO_SEPARATOR,
    },
  },
  sunset: {
    title: 'Sunset',
    design: {
      background: { color: '#7c2ae8', gradient: { color: '#f0447a', angle: 120 } },
      digits: {
        fontId: MONTSERRAT_BOLD,
        color: '#ffffff',
        shadow: { color: '#0000004d', x: 0, y: 3, blur: 8 },
      },
      labels: { fontId: MONTSERRAT, color: '#ffffff' },
      headline: { fontId: MONTSERRAT_BOLD, color: '#ffffff' },
    },
  },
  cards: {
    title: 'Cards',
    design: {
      background: { color: '#eef1f6' },
      digits: {
        fontId: INTER_BOLD,
        size: 56,
        color: '#1f2a44',
        box: {
          color: '#ffffff',
          radius: 12,
          padding: 15,
          shadow: { color: '#1f2a4438', x: 0, y: 4, blur: 10 },
        },
      },
      labels: { fontId: INTER, color: '#566389' },
      headline: { color: '#1f2a44' },
      separator: NO_SEPARATOR,
    },
  },
  boutique: {
    title: 'Boutique',
    design: {
      background: { color: '#fbf7f0' },
      digits: {
        fontId: PLAYFAIR_BOLD,
        size: 56,
        color: '#7a1f2b',
        box: { color: '#fffdf9', radius: 4, padding: 15, border: { color: '#c9a45c', width: 2 } },
      },
      labels: { fontId: PLAYFAIR, color: '#7a1f2b' },
      headline: { fontId: PLAYFAIR_BOLD, color: '#7a1f2b' },
      separator: NO_SEPARATOR,
    },
  },
  poster: {
    title: 'Poster',
    design: {
      background: { color: '#ffd23f' },
      digits: { fontId: BEBAS, size: 100, color: '#1b1b1e' },
      labels: { fontId: BEBAS, size: 19, color: '#1b1b1e' },
      headline: { fontId: BEBAS, color: '#1b1b1e' },
      separator: { color: '#d62f57' },
    },
  },
  sale: {
    title: 'Sale',
    design: {
      background: { color: '#d0213a' },
      digits: { fontId: OSWALD_BOLD, size: 78, color: '#ffffff' },
      labels: { fontId: OSWALD, color: '#ffe3e6' },
      headline: { fontId: OSWALD_BOLD, color: '#ffffff' },
      separator: { color: '#ff9aa6' },
    },
  },
  terminal: {
    title: 'Terminal',
    design: {
      background: { color: '#0b0f0c' },
      digits: { fontId: ROBOTO_MONO_BOLD, size: 66, color: '#3cff8f' },
      labels: { fontId: ROBOTO_MONO, size: 14, color: '#35b972', position: 'above' },
      headline: { fontId: ROBOTO_MONO_BOLD, color: '#3cff8f' },
    },
  },
};

/** The looks that designs can begin with, in the order in which users see them. */
export const TIMER_PRESETS: readonly TimerPreset[] = TIMER_PRESET_NAMES.map((name) => ({
  name,
  ...LOOKS[name],
}));

/** Returns a preset. Null: none has the name. */
export function presetNamed(name: unknown): TimerPreset | null {
  return TIMER_PRESETS.find((preset) => preset.name === name) ?? null;
}
