import type { LiveForm } from '../draft/live-form.ts';
import { openPart } from '../draft/part.ts';
import { takenNames } from '../names/variables.ts';
import { variableName } from '../templates/fill-template.ts';

const NEW_VARIABLE = { default: null, sample: null, maxLength: 500 } as const;

/** Adds a variable and selects it. */
export function addVariable({ named, change }: LiveForm): void {
  const name = variableName('first_name', takenNames(named()));
  change({ variables: { [name]: NEW_VARIABLE } });
  openPart('variable', name);
}
