export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value of parsed JSON is an object, neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
