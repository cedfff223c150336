/** What V8 adds to JSON, which the types of TypeScript do not have. */
interface RawJson {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): object;
}

const json = JSON as unknown as RawJson;

/**
 * Returns the members of a JSON object as the cells of CSV would have them. Numbers keep the text of the file, because a
 * double may hold fewer digits. Null: the object is nested too deeply.
 */
export function readMemberTexts(object: string): ReadonlyMap<string, string> | null {
  try {
    const members = json.parse(object, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
    );
    return new Map(
      Object.entries(members).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
