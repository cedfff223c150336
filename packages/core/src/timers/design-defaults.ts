import { DEFAULT_DESIGN } from '../contracts/timers/timer-design.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';
import { GROUP_DEFAULTS } from './group-defaults.ts';
import { presetNamed } from './timer-presets.ts';

/** The default colors on a light and on a dark ground. */
const ON_LIGHT = { strong: '#14203a', soft: '#475578' };
const ON_DARK = { strong: DEFAULT_DESIGN.digits.color, soft: DEFAULT_DESIGN.labels.color };
/** Behind a transparent picture is the page of the mail, which is mostly white. */
const PAGE = '#ffffff';
/** The luminance above which a ground is light: there, black and white have the same contrast. */
const LIGHT = 0.18;

/**
 * Returns the defaults of a design without its target. The colors of texts depend on the color behind them, so that they
 * are legible.
 *
 * @param design the design as JSON, which may be invalid.
 */
export function defaultsOf(design: JsonObject): JsonObject {
  const isTransparent = isJsonObject(design.background) && design.background.transparent === true;
  const standard = isTransparent ? PAGE : DEFAULT_DESIGN.background.color;
  const ground = colorIn(design, 'background', 'color') ?? standard;
  const box = isJsonObject(design.digits) && !isJsonObject(design.digits.ring) ? design.digits.box : null;
  const under = channelsOf(ground, [1, 1, 1]);
  const behindDigits = isJsonObject(box) && isColor(box.color) ? channelsOf(box.color, under) : under;
  const onGround = isLight(under) ? ON_LIGHT : ON_DARK;
  const onBox = isLight(behindDigits) ? ON_LIGHT : ON_DARK;
  const plain = {
    ...DEFAULT_DESIGN,
    background: { ...DEFAULT_DESIGN.background, color: standard },
    digits: { ...DEFAULT_DESIGN.digits, color: onBox.strong },
    labels: { ...DEFAULT_DESIGN.labels, color: onGround.soft },
    headline: { ...DEFAULT_DESIGN.headline, color: onGround.strong },
    target: {},
  };
  const preset = presetNamed(design.preset);
  return preset === null ? plain : merged(plain, preset.design as JsonObject, []);
}

/** Returns the defaults with the members of a preset, which may be groups that are null by default. */
function merged(defaults: JsonObject, preset: JsonObject, steps: readonly string[]): JsonObject {
  const whole: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(preset)) {
    const at = [...steps, name];
    const inner = defaults[name];
    const group = isJsonObject(inner) ? inner : (GROUP_DEFAULTS[at.join('.')] ?? {});
    whole[name] = isJsonObject(value) ? merged(group, value, at) : value;
  }
  return whole;
}

/**
 * Returns a design after changes, with the defaults that follow from it. Applies them twice: a transparent background
 * decides its color, and that decides the colors of the texts.
 */
export function settled(design: JsonObject, before: JsonObject, given: unknown): JsonObject {
  const defaults = defaultsOf(design);
  const once = withDefaults(design, before, defaults, given);
  return withDefaults(once, defaults, defaultsOf(once), given);
}

/**
 * Returns a design whose members follow new defaults: those that have the old default and were not given take the new
 * one.
 */
function withDefaults(design: JsonObject, before: JsonObject, after: JsonObject, given: unknown): JsonObject {
  const whole: Record<string, unknown> = { ...design };
  for (const name of Object.keys(after)) {
    const named = isJsonObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
    const [value, old, fresh] = [whole[name], before[name], after[name]];
    if (isJsonObject(value) && isJsonObject(old) && isJsonObject(fresh)) {
      whole[name] = withDefaults(value, old, fresh, named);
    } else if (named === null || (named === undefined && isEqual(value, old))) whole[name] = fresh;
  }
  return whole;
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function colorIn(design: JsonObject, group: string, member: string): string | null {
  const inner = design[group];
  const color = isJsonObject(inner) ? inner[member] : null;
  return isColor(color) ? color : null;
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

/** Returns red, green and blue of a color, 0 to 1, blended with the color under it. */
function channelsOf(color: string, under: readonly number[]): number[] {
  const digits = color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color;
  const valueAt = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  const opacity = digits.length === 9 ? valueAt(7) : 1;
  return under.map((value, at) => value + (valueAt(1 + 2 * at) - value) * opacity);
}

/** Returns whether black is more legible than white on a color (the luminance of WCAG 2). */
function isLight(channels: readonly number[]): boolean {
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT;
}
