import type { FontSummary } from '@vitrine/client';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import type { Choice } from '../../field.tsx';

/** Returns the choices of a list from its labels. */
export function choicesOf<Name extends string>(
  labels: Readonly<Record<Name, string>>,
): readonly Choice<Name>[] {
  return (Object.keys(labels) as Name[]).map((value) => ({ value, label: labels[value] }));
}

/** How a picture fills its place. */
export const FITS = choicesOf(designerTexts.fits);

/** Returns the fonts to choose from, with the chosen one even if it is gone. */
export function fontChoices(fonts: readonly FontSummary[], chosen: number): readonly Choice[] {
  const choices = fonts.map(({ id, fullName }) => ({ value: String(id), label: fullName }));
  if (choices.some(({ value }) => value === String(chosen))) return choices;
  return [{ value: String(chosen), label: `#${chosen}` }, ...choices];
}
