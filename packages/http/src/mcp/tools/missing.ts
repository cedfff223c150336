import { NotFoundError, ValidationError } from '@vitrine/core';

/**
 * Runs a read. Null: what it reads does not exist, or was deleted meanwhile.
 * @param resource the only kind that may be missing, such as `record`. Default: any.
 */
export async function unlessMissing<Result>(
  read: () => Promise<Result>,
  resource?: string,
): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error, resource)) return null;
    throw error;
  }
}

/** An argument that names something. */
interface Naming {
  /** The name of the argument. */
  readonly path: string;
  /** The only kind that may be missing, such as `store`. Default: any. */
  readonly resource?: string;
  /** Returns what would work. */
  readonly hint: () => string;
}

/** Runs a call about what an argument names. @throws ValidationError at the argument, with the hint, if it is missing. */
export async function aboutNamed<Result>(
  { path, resource, hint }: Naming,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isMissing(error, resource)) throw error;
    throw new ValidationError([{ path, message: hint() }]);
  }
}

function isMissing(error: unknown, resource: string | undefined): boolean {
  return error instanceof NotFoundError && (resource === undefined || error.resource === resource);
}
