/** Parameters of an address by their names. Null and '': none. */
export type Parameters = Readonly<Record<string, string | null>>;

/** Sets parameters of an address, and removes those that are null or ''. */
export function changeParameters(parameters: URLSearchParams, changes: Parameters): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
}

/** Returns a path with parameters. */
export function withParameters(path: string, given: Parameters): string {
  const parameters = new URLSearchParams();
  changeParameters(parameters, given);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/**
 * Returns the list that a parameter has as JSON. Empty for other texts: someone may have edited the address by hand.
 */
export function readList(text: string | null): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
