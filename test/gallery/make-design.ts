import type { TimerDesign, TimerDesignChanges, TimerPresetName } from '@vitrine/core/contracts';
import { changeDesign } from '../../packages/core/src/timers/design-changes.ts';

/** A design of the gallery. Its fonts are ids of built-in fonts. */
export interface GalleryDesign {
  /** The name of its file. */
  readonly name: string;
  readonly design: TimerDesign;
  readonly photo: 'dusk' | 'meadow' | null;
  readonly secondsLeft: number;
}

export const INTER = 1;
export const INTER_BOLD = 2;
export const ROBOTO = 3;
export const ROBOTO_BOLD = 4;
export const OPEN_SANS = 5;
export const OPEN_SANS_BOLD = 6;
export const MONTSERRAT = 7;
export const MONTSERRAT_BOLD = 8;
export const OSWALD_BOLD = 10;
export const PLAYFAIR = 11;
export const PLAYFAIR_BOLD = 12;
export const ROBOTO_MONO_BOLD = 14;
export const BEBAS = 15;
export const NOTO = 16;
export const NOTO_BOLD = 17;

export const PHONE_WIDTH = 320;
export const RADIUS = { color: '#ffffff', radius: 10, padding: 14 };

/** 5 days, 13 hours, 31 minutes and 47 seconds. */
const USUAL_SECONDS = 480_707;

type Circumstances = Partial<Pick<GalleryDesign, 'photo' | 'secondsLeft'>>;

export function make(
  name: string,
  [digitFont, labelFont]: readonly [digits: number, labels: number],
  given: TimerDesignChanges,
  more: Circumstances = {},
): GalleryDesign {
  return designed(
    name,
    {
      ...given,
      digits: { fontId: digitFont, ...given.digits },
      labels: { fontId: labelFont, ...given.labels },
    },
    more,
  );
}

export function preset(name: TimerPresetName, given: TimerDesignChanges = {}): GalleryDesign {
  const suffix = given.width === PHONE_WIDTH ? '-phone' : '';
  return designed(`preset-${name}${suffix}`, { ...given, preset: name });
}

function designed(name: string, changes: TimerDesignChanges, more: Circumstances = {}): GalleryDesign {
  const { changed, issues } = changeDesign(null, changes, 'design', 0);
  if (changed === null) throw new Error(`${name}: ${JSON.stringify(issues)}`);
  return { name, design: changed.design, photo: null, secondsLeft: USUAL_SECONDS, ...more };
}
