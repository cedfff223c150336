import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { RESERVED } from '../templates/fill-template.ts';
import type { NamedParts } from './named-parts.ts';
import { takenNames } from './variables.ts';

const texts = liveImagesTexts.variable;
const FORM = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Returns why a variable or a source can't have a name, or null. */
export function valueNameProblem(design: NamedParts, name: string): string | null {
  if (!FORM.test(name)) return texts.nameForm;
  if (RESERVED.includes(name)) return texts.nameReserved;
  return takenNames(design).includes(name) ? texts.nameTaken : null;
}
