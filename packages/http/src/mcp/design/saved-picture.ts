import { NotFoundError, ValidationError } from '@vitrine/core';
import { quote } from '../../ground/quote.ts';

/** Runs a call about a saved picture. If there is none, the error says what would work. */
export async function aboutSaved<Result>(
  member: string,
  id: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const message = `Nothing is saved as ${quote(id)}. Call picture_list with a type to find it.`;
    throw new ValidationError([{ path: member, message }]);
  }
}

/** Returns the error of changes that were given as a design, at the paths of the design. */
export function asDesign(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  return new ValidationError(
    error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^changes\b/, 'design') })),
  );
}
