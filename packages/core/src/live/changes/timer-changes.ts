import {
  DEFAULT_LAYERS,
  LIVE_TARGET_KINDS,
  type LiveTimerDesign,
  LiveTimerTarget,
} from '../../contracts/live/live-layers.ts';
import { DEFAULT_DESIGN } from '../../contracts/timers/timer-design.ts';
import { type Merge, mergeGroup } from '../../designs/merge-design.ts';
import { isJsonObject, type JsonObject } from '../../ground/json.ts';
import type { Millis } from '../../ground/rows.ts';
import type { TimerTarget } from '../../storage/images/images.ts';
import { changeDesign } from '../../timers/design-changes.ts';
import { shownTarget, targetAt } from '../../timers/target.ts';
import type { TargetedDesign } from '../../timers/targeted-design.ts';

/** Members of a timer's design that a layer decides. */
const OF_THE_LAYER = ['width', 'height', 'scale', 'altText'] as const;

export interface ChangedTimer {
  /** The design of the layer as JSON, also when it is invalid. */
  readonly json: JsonObject;
  /** The instant of a date. Null: a target of another kind, or an invalid one. */
  readonly target: TimerTarget | null;
}

/**
 * Applies changes to the design of a timer layer, as those of a timer (`changeDesign`). Its background is transparent by
 * default, so that it shows the layers below.
 *
 * @param before null: a new layer.
 */
export function changeTimer(
  before: { readonly design: LiveTimerDesign; readonly target: TimerTarget | undefined } | null,
  given: unknown,
  steps: readonly string[],
  merge: Merge,
  now: Millis,
): ChangedTimer {
  const path = [merge.path, ...steps].join('.');
  const changes: Record<string, unknown> = isJsonObject(given) ? { ...given } : {};
  if (!isJsonObject(given) && given !== null && given !== undefined) {
    merge.issues.push({ path, message: 'Expected a JSON object.' });
  }
  for (const name of OF_THE_LAYER) {
    if (!Object.hasOwn(changes, name)) continue;
    delete changes[name];
    merge.issues.push({ path: `${path}.${name}`, message: `The layer decides the ${name} of its timer.` });
  }
  const start = given === null ? null : before;
  if (start === null) changes.background = withTransparency(changes.background);
  const kind = kindAfter(start?.design.target, changes.target);
  const targetSteps = [...steps, 'target'];
  const valueTarget =
    kind === 'value' ? changeValueTarget(start?.design.target, changes.target, targetSteps, merge) : null;
  const isKnown = LIVE_TARGET_KINDS.some((one) => one === kind);
  if (!isKnown) {
    const message = `Expected one of ${LIVE_TARGET_KINDS.join(', ')}.`;
    merge.issues.push({ path: [merge.path, ...targetSteps, 'kind'].join('.'), message });
  }
  if (valueTarget !== null || !isKnown) delete changes.target;
  const { changed, json, issues } = changeDesign(
    start === null ? null : timerOf(start, now),
    changes,
    path,
    now,
  );
  merge.issues.push(...issues);
  const whole: Record<string, unknown> = { ...json };
  for (const name of OF_THE_LAYER) delete whole[name];
  if (valueTarget !== null) return { json: { ...whole, target: valueTarget }, target: null };
  const isDate = changed?.design.target.kind === 'date';
  return { json: whole, target: isDate ? changed.target : null };
}

function withTransparency(background: unknown): unknown {
  if (background === undefined || background === null) return { transparent: true };
  return isJsonObject(background) ? { transparent: true, ...background } : background;
}

/** Returns the design of a layer as that of a timer. */
function timerOf(
  { design, target }: { readonly design: LiveTimerDesign; readonly target: TimerTarget | undefined },
  now: Millis,
): TargetedDesign {
  const { width, height } = DEFAULT_LAYERS.timer;
  const { kind, value: _value, missing: _missing, ...members } = design.target;
  const instant = target ?? targetAt(design.target.timeZone ?? 'UTC', now);
  return {
    design: {
      ...design,
      ...{ width, height, scale: DEFAULT_DESIGN.scale, altText: DEFAULT_DESIGN.altText },
      target: kind === 'value' ? shownTarget(instant) : { ...members, kind },
    },
    target: instant,
  };
}

/** Returns the kind of a target after changes. A target of `null` is the default one. */
function kindAfter(before: LiveTimerTarget | undefined, given: unknown): unknown {
  if (isJsonObject(given) && Object.hasOwn(given, 'kind')) return given.kind ?? LIVE_TARGET_KINDS[0];
  return (given === null ? undefined : before?.kind) ?? LIVE_TARGET_KINDS[0];
}

/** Returns the target after changes, of the kind `value`. */
function changeValueTarget(
  before: LiveTimerTarget | undefined,
  given: unknown,
  steps: readonly string[],
  merge: Merge,
): JsonObject {
  const { value, missing } = LiveTimerTarget.shape;
  const contract = LiveTimerTarget.pick({ kind: true, value: true, missing: true });
  const defaults = { kind: 'value', value: undefined, missing: null };
  const base = before?.kind === 'value' ? before : defaults;
  const target = mergeGroup(contract, base, defaults, isJsonObject(given) ? given : {}, steps, merge);
  for (const [name, member] of Object.entries({ value: value.unwrap(), missing })) {
    const result = member.safeParse(target[name]);
    const message = result.success ? undefined : result.error.issues[0]?.message;
    if (message !== undefined) merge.issues.push({ path: [merge.path, ...steps, name].join('.'), message });
  }
  return target;
}
