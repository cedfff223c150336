import type { FontSummary, TimerDesign, TimerDesignChanges, TimerFrameResponse } from '@vitrine/client';
import type { ImageChoices } from '../../../components/designer/fields/image-choices.ts';

export const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;
export type UnitName = (typeof UNITS)[number];

/** Returns what the server reads from a send time. */
export type ReadStart = (start: string, signal: AbortSignal) => Promise<TimerFrameResponse['start']>;

/** What each section of the form gets. */
export interface DesignForm extends ImageChoices {
  readonly design: TimerDesign;
  readonly change: (changes: TimerDesignChanges) => void;
  /** What the server says about a member, such as `digits.size`. */
  readonly problemOf: (path: string) => string | null;
  readonly warnings: readonly string[];
  readonly fonts: readonly FontSummary[];
  /** Asks the server what it reads from the send time of a mail tool. */
  readonly readStart: ReadStart;
}

/** The parts of the form that a warning can belong to. */
export type WarningPlace =
  | 'target'
  | 'headline'
  | 'labels'
  | 'digits'
  | 'background'
  | 'layout'
  | 'end'
  | 'file';

const PLACES: readonly (readonly [WarningPlace, RegExp])[] = [
  ['headline', /headline/i],
  ['layout', /cut off/i],
  ['end', /expired|message/i],
  ['labels', /labels/i],
  ['background', /background\.|picture of the background/i],
  ['target', /target|ended|past/i],
  ['file', /\bkB\b|bytes|frames|file/i],
  ['digits', /digits|separator/i],
];

/** Returns the part of the form that a sentence of the server concerns. */
export function placeOfWarning(warning: string): WarningPlace {
  return PLACES.find(([, pattern]) => pattern.test(warning))?.[0] ?? 'layout';
}
