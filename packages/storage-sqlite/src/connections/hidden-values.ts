/**
 * Returns the text of a statement with a sign before each value that is bound to a `LIMIT` or compared for equality. SQLite's
 * planner reads these values to estimate rows, so SQLite prepares the statement again whenever one of them is bound. The
 * planner does not read the value of an expression.
 */
export function hideValues(text: string): string {
  return text.replaceAll(/(\bLIMIT|(?<![<>])=) \?/g, '$1 +?');
}
