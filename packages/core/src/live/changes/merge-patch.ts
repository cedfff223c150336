import { isJsonObject, type JsonObject } from '../../ground/json.ts';

/** Deeper members are replaced as a whole. No value of a design is deeper. */
const DEPTH_MAX = 4;

/** Applies a merge patch (RFC 7396) to JSON whose members no contract names. */
export function mergePatch(base: unknown, changes: unknown, depth = 0): unknown {
  if (!isJsonObject(changes) || depth === DEPTH_MAX) return changes;
  const merged = new Map(Object.entries(isJsonObject(base) ? base : {}));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, depth + 1));
  }
  return Object.fromEntries(merged) as JsonObject;
}
