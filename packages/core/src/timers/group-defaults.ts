import { DEFAULT_BORDER, DEFAULT_GRADIENT, DEFAULT_SHADOW } from '../contracts/designs/design-members.ts';
import { DEFAULT_BOX, DEFAULT_DESIGN, DEFAULT_RING } from '../contracts/timers/timer-design.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';

/** The members of the groups that are null by default. */
export const GROUP_DEFAULTS: Readonly<Record<string, JsonObject>> = {
  'background.gradient': DEFAULT_GRADIENT,
  'digits.box': DEFAULT_BOX,
  'digits.box.border': DEFAULT_BORDER,
  'digits.box.gradient': DEFAULT_GRADIENT,
  'digits.box.shadow': DEFAULT_SHADOW,
  'digits.ring': DEFAULT_RING,
  'digits.shadow': DEFAULT_SHADOW,
};

/**
 * The values of members that designs did not have before: a design that was stored without them keeps its look.
 */
const EARLIER: JsonObject = {
  ...DEFAULT_DESIGN,
  layout: { ...DEFAULT_DESIGN.layout, fit: 'none' },
  target: { kind: 'date' },
};

/** Returns a stored design with the members that were added to designs after it was stored. */
export function withLaterMembers(stored: unknown): unknown {
  return filled(stored, EARLIER, []);
}

function filled(stored: unknown, defaults: JsonObject, steps: readonly string[]): unknown {
  if (!isJsonObject(stored)) return stored;
  const whole: Record<string, unknown> = { ...defaults, ...stored };
  for (const [name, value] of Object.entries(whole)) {
    const at = [...steps, name];
    const inner = defaults[name];
    const group = isJsonObject(inner) ? inner : GROUP_DEFAULTS[at.join('.')];
    if (group !== undefined) whole[name] = filled(value, group, at);
  }
  return whole;
}
