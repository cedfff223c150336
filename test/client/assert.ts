/** Compares by JSON. For code that also runs in browsers, where vitest does not. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what} is ${a} instead of ${b}`);
}

export function isTrue(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not true: ${what}`);
}

/** Returns the error of a promise. @throws Error if it is fulfilled. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('The promise was fulfilled.');
}
