import { ValidationError } from '@vitrine/core';
import { quote } from '../../ground/quote.ts';
import { aboutNamed } from '../tools/missing.ts';

/** Runs a call about a saved picture. If there is none, the error says what would work. */
export function aboutSaved<Result>(member: string, id: string, run: () => Promise<Result>): Promise<Result> {
  const hint = () => `Nothing is saved as ${quote(id)}. Call picture_list with a type to find it.`;
  return aboutNamed({ path: member, hint }, run);
}

/** Returns the error of changes that were given as a design, at the paths of the design. */
export function asDesign(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  return new ValidationError(
    error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^changes\b/, 'design') })),
  );
}
