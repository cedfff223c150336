const TEXT_MAX = 'false'.length;

/** Returns a boolean, or that of the text `true` or `false` in any case: C# and Python write `True`. Null: neither. */
export function parseBoolean(input: unknown): boolean | null {
  if (typeof input === 'boolean') return input;
  if (typeof input !== 'string' || input.length > TEXT_MAX) return null;
  const text = input.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}
