import type { z } from 'zod';
import {
  border,
  DEFAULT_BORDER,
  DEFAULT_GRADIENT,
  DEFAULT_SHADOW,
  gradient,
  shadow,
} from '../../contracts/designs/design-members.ts';
import { issuesOf } from '../../contracts/ground/contract.ts';
import {
  DEFAULT_LIVE_DESIGN,
  DEFAULT_VARIABLE,
  LiveDesign,
  LiveVariable,
} from '../../contracts/live/live-design.ts';
import { DEFAULT_LAYERS, LAYERS_BY_TYPE, LiveTimerDesign } from '../../contracts/live/live-layers.ts';
import { DEFAULT_RULE, LiveRule, OVERRIDES_BY_TYPE } from '../../contracts/live/live-rules.ts';
import {
  DEFAULT_SOURCES,
  LiveNearestSource,
  LiveQuerySource,
  LiveRecordSource,
} from '../../contracts/live/live-sources.ts';
import {
  beginMerge,
  endMerge,
  type Merge,
  type MergeMember,
  mergeGroup,
} from '../../designs/merge-design.ts';
import type { Issue } from '../../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../../ground/json.ts';
import type { Millis } from '../../ground/rows.ts';
import type { TimerTarget } from '../../storage/images/images.ts';
import type { TargetedLive } from '../design/stored-design.ts';
import { withLabelLocales } from './label-locales.ts';
import { mergePatch } from './merge-patch.ts';
import { changeTimer } from './timer-changes.ts';

export interface ChangedLive {
  /** Null when the design is invalid; `issues` has the reasons. */
  readonly changed: TargetedLive | null;
  readonly issues: readonly Issue[];
}

/** Characters of a design as JSON. */
const DESIGN_MAX = 100_000;

/** Named parts of one kind in a request that are read: more than may exist, and as many again to remove. */
const PARTS_READ_MAX = 50;

/** How the parts of an object by name are merged. */
interface Parts {
  /** The member that tells the kind of a part. Null: all are of one kind. */
  readonly kind: 'type' | 'kind' | null;
  /** The contracts by the kind; of parts of one kind, by ''. */
  readonly contracts: Readonly<Record<string, z.ZodObject>>;
  /** The defaults of a new part. */
  defaultsOf(kind: string, others: JsonObject): JsonObject;
}

/**
 * Applies `changes` to the design of a live image as a merge patch in which null restores a default, and removes a
 * variable, a source, a layer or a rule (docs/rules.md#design-of-a-live-image).
 *
 * @param before null: the changes are the members of a new design.
 * @param path the path of the changes in the request.
 */
export function changeLive(
  before: TargetedLive | null,
  given: unknown,
  path: 'design' | 'changes',
  now: Millis,
): ChangedLive {
  const targets: Record<string, TimerTarget> = Object.assign(Object.create(null), before?.targets);
  const mergeTimer: MergeMember = (base, changes, steps, merge) => {
    const [, layer = ''] = steps;
    const design = LiveTimerDesign.safeParse(base);
    const known = design.success ? { design: design.data, target: targets[layer] } : null;
    const { json, target } = changeTimer(known, changes, steps, merge, now);
    if (target === null) delete targets[layer];
    else targets[layer] = target;
    return json;
  };
  const merge = beginMerge({
    path,
    design: LiveDesign,
    groupDefaults: (_, group) => NULLABLE.get(group) ?? {},
    members: new Map<z.core.$ZodType, MergeMember>([
      [LiveDesign.shape.variables, mergeParts(VARIABLES)],
      [LiveDesign.shape.sources, mergeParts(SOURCES)],
      [LiveDesign.shape.layers, mergeParts(LAYERS)],
      [LiveDesign.shape.rules, mergeParts(RULES)],
      [LiveRecordSource.shape.key, mergeFreely],
      [LiveRule.shape.layers, mergeFreely],
      [LAYERS_BY_TYPE.timer.shape.design, mergeTimer],
    ]),
  });
  const json = isJsonObject(given)
    ? mergeGroup(
        LiveDesign,
        before?.design ?? DEFAULT_LIVE_DESIGN,
        { ...DEFAULT_LIVE_DESIGN },
        given,
        [],
        merge,
      )
    : (before?.design ?? DEFAULT_LIVE_DESIGN);
  const issues = [...endMerge(merge)];
  if (!isJsonObject(given) && given !== undefined && given !== null) {
    issues.push({ path, message: 'Expected a JSON object.' });
  }
  // Before the parser, whose time grows with the number of members.
  if (JSON.stringify(json).length > DESIGN_MAX) {
    issues.push({ path, message: `The design has more than ${DESIGN_MAX} characters as JSON.` });
    return { changed: null, issues };
  }
  addSyntaxIssues(json, path, issues);
  if (issues.length > 0) return { changed: null, issues };
  const design = withLabelLocales(LiveDesign.parse(json), before?.design ?? null, given);
  for (const layer of Object.keys(targets)) {
    if (design.layers[layer]?.type !== 'timer') delete targets[layer];
  }
  return { changed: { design, targets: { ...targets } }, issues };
}

/** Adds the syntax errors of the design at paths without an issue. */
function addSyntaxIssues(json: JsonObject, path: string, issues: Issue[]): void {
  const add = (error: z.ZodError, prefix: string) => {
    for (const issue of issuesOf(error)) {
      const at = `${prefix}.${issue.path}`;
      if (!issues.some((known) => known.path === at)) issues.push({ ...issue, path: at });
    }
  };
  const parsed = LiveDesign.safeParse(withoutOverrides(json));
  if (!parsed.success) add(parsed.error, path);
  for (const { rule, layer, override, contract } of overridesIn(json)) {
    const at = `${path}.rules.${rule}.layers.${layer}`;
    if (!isJsonObject(override)) issues.push({ path: at, message: 'Expected a JSON object or false.' });
    else {
      const read = contract.safeParse(override);
      if (!read.success) add(read.error, at);
    }
  }
}

/** Returns the design without the overrides of rules, whose contract follows from the type of their layer. */
function withoutOverrides(json: JsonObject): JsonObject {
  if (!isJsonObject(json.rules)) return json;
  const rules = Object.entries(json.rules).map(([name, rule]) => {
    const isPlain = isJsonObject(rule) && isJsonObject(rule.layers);
    return [name, isPlain ? { ...rule, layers: {} } : rule] as const;
  });
  return { ...json, rules: Object.fromEntries(rules) };
}

/** Returns the overrides of rules whose layer is of a known type. `check-rules.ts` finds those without a layer. */
function overridesIn({ rules, layers }: JsonObject) {
  const found: { rule: string; layer: string; override: unknown; contract: z.ZodObject }[] = [];
  for (const [rule, value] of Object.entries(isJsonObject(rules) ? rules : {})) {
    if (!isJsonObject(value) || !isJsonObject(value.layers)) continue;
    for (const [layer, override] of Object.entries(value.layers)) {
      const changed = isJsonObject(layers) && Object.hasOwn(layers, layer) ? layers[layer] : undefined;
      const type = isJsonObject(changed) ? changed.type : undefined;
      if (override === false || typeof type !== 'string' || !Object.hasOwn(OVERRIDES_BY_TYPE, type)) continue;
      const contract = OVERRIDES_BY_TYPE[type as keyof typeof OVERRIDES_BY_TYPE];
      found.push({ rule, layer, override, contract });
    }
  }
  return found;
}

/** The defaults of the groups that are null by default. */
const NULLABLE: ReadonlyMap<z.ZodObject, JsonObject> = new Map<z.ZodObject, JsonObject>([
  [border, DEFAULT_BORDER],
  [gradient, DEFAULT_GRADIENT],
  [shadow, DEFAULT_SHADOW],
]);

const VARIABLES: Parts = {
  kind: null,
  contracts: { '': LiveVariable },
  defaultsOf: () => DEFAULT_VARIABLE,
};

const SOURCES: Parts = {
  kind: 'kind',
  contracts: { record: LiveRecordSource, query: LiveQuerySource, nearest: LiveNearestSource },
  defaultsOf: (kind) => DEFAULT_SOURCES[kind as keyof typeof DEFAULT_SOURCES],
};

const LAYERS: Parts = {
  kind: 'type',
  contracts: LAYERS_BY_TYPE,
  defaultsOf: (type, others) => ({
    ...DEFAULT_LAYERS[type as keyof typeof DEFAULT_LAYERS],
    order: nextOrder(others),
    ...(type === 'timer' ? { design: {} } : {}),
  }),
};

const RULES: Parts = {
  kind: null,
  contracts: { '': LiveRule },
  defaultsOf: (_, others) => ({ ...DEFAULT_RULE, order: nextOrder(others) }),
};

function nextOrder(others: JsonObject): number {
  const orders = Object.values(others).map((part) => (isJsonObject(part) ? Number(part.order) : 0));
  return Math.min(1_000, Math.max(0, ...orders.filter(Number.isInteger)) + 1);
}

/** Merges parts by their names. Null removes one; all of them, if it stands for the object. */
function mergeParts({ kind, contracts, defaultsOf }: Parts): MergeMember {
  return (base, changes, steps, merge) => {
    if (changes === null) return {};
    if (!isJsonObject(changes)) return changes;
    if (Object.keys(changes).length > PARTS_READ_MAX) {
      const message = `Expected at most ${PARTS_READ_MAX} members.`;
      merge.issues.push({ path: [merge.path, ...steps].join('.'), message });
      return base;
    }
    const merged: Record<string, unknown> = { ...(isJsonObject(base) ? base : {}) };
    for (const [name, value] of Object.entries(changes)) {
      const at = [...steps, name];
      if (name === '__proto__') {
        merge.issues.push({ path: [merge.path, ...at].join('.'), message: 'Expected another name.' });
      } else if (value === null) delete merged[name];
      else if (isJsonObject(value)) {
        const before = Object.hasOwn(merged, name) && isJsonObject(merged[name]) ? merged[name] : null;
        const nameOf = (part: JsonObject) => (kind === null ? '' : String(part[kind]));
        const wanted = nameOf({ ...before, ...value });
        const contract = Object.hasOwn(contracts, wanted) ? contracts[wanted] : undefined;
        if (contract === undefined) {
          merged[name] = value;
          continue;
        }
        const { [name]: _, ...others } = merged;
        const defaults = defaultsOf(wanted, others);
        // A part of another kind begins anew, at its place.
        const isSame = before !== null && nameOf(before) === wanted;
        const start = isSame ? before : { ...defaults, ...orderOf(before) };
        const whole = mergeGroup(contract, start, defaults, value, at, merge);
        merged[name] = isSame || wanted !== 'timer' ? whole : withDesign(whole, value, at, merge);
      } else merged[name] = value;
    }
    return merged;
  };
}

/** Returns a new timer layer with its default design, if it was given none. */
function withDesign(
  whole: JsonObject,
  given: JsonObject,
  steps: readonly string[],
  merge: Merge,
): JsonObject {
  const mergeTimer = merge.members.get(LAYERS_BY_TYPE.timer.shape.design);
  if (mergeTimer === undefined || Object.hasOwn(given, 'design')) return whole;
  return { ...whole, design: mergeTimer(undefined, {}, [...steps, 'design'], merge) };
}

function orderOf(part: JsonObject | null): JsonObject {
  return part?.order === undefined ? {} : { order: part.order };
}

/** Merges an object whose members the contract does not name. */
const mergeFreely: MergeMember = (base, changes) => (changes === null ? {} : mergePatch(base, changes));
