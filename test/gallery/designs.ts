import { TIMER_PRESETS } from '../../packages/core/src/timers/timer-presets.ts';
import { GROUNDS } from './grounds.ts';
import { LANGUAGES } from './languages.ts';
import { LOOKS } from './looks.ts';
import { type GalleryDesign, preset } from './make-design.ts';
import { PHONES } from './phones.ts';

/** A part of the contact sheet. */
export interface GallerySection {
  readonly title: string;
  readonly columns: number;
  readonly designs: readonly GalleryDesign[];
}

export const SECTIONS: readonly GallerySection[] = [
  { title: 'Twelve presets', columns: 3, designs: TIMER_PRESETS.map(({ name }) => preset(name)) },
  { title: 'Or your own look', columns: 3, designs: LOOKS },
  { title: 'In every language', columns: 3, designs: LANGUAGES },
  { title: 'On pictures, transparent, and after the end', columns: 3, designs: GROUNDS },
  { title: 'On phones', columns: 4, designs: PHONES },
];

/** Examples of timers: fonts, languages, boxes, pictures, transparency, the expired state, double resolution. */
export const DESIGNS: readonly GalleryDesign[] = SECTIONS.flatMap(({ designs }) => designs);
