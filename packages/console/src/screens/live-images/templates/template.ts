import type { LiveDesignChanges } from '@vitrine/client';
import type { SlotName } from './slots.ts';

/**
 * What a template shows, before it is known where its values come from. `$title` in its texts stands for a slot: a
 * property of the chosen store or map, or a variable.
 */
export interface TemplateDesign {
  readonly width: number;
  readonly height: number;
  readonly background: NonNullable<LiveDesignChanges['background']>;
  readonly layers: NonNullable<LiveDesignChanges['layers']>;
  readonly altText: string;
  /** Values that variables begin with, where those of the slots say something else. */
  readonly samples?: Readonly<Partial<Record<SlotName, string>>>;
}

/** A design to start from, in the width of an e-mail and in that of a phone. */
export interface LiveTemplate {
  readonly name: string;
  readonly wide: TemplateDesign;
  readonly narrow: TemplateDesign;
}

/** The ids of built-in fonts. */
export const INTER = 1;
export const INTER_BOLD = 2;
export const OPEN_SANS_BOLD = 6;
export const MONTSERRAT_BOLD = 8;
export const OSWALD_BOLD = 10;
export const PLAYFAIR_BOLD = 12;
export const ROBOTO_MONO_BOLD = 14;

export const CENTERED = { align: 'center', valign: 'middle' } as const;
