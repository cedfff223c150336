import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import type { LiveRule } from '../../contracts/live/live-rules.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import { type ConditionInput, holds } from '../values/conditions.ts';

/** A design after the rule that matches. */
export interface EffectiveDesign {
  /** Null: none matches. */
  readonly rule: string | null;
  /** In drawing order. The layers that the rule hides are left out. */
  readonly layers: readonly (readonly [name: string, layer: LiveLayer])[];
  /** The picture that the rule shows instead of the layers. */
  readonly imageId: number | null;
  readonly link: string | null;
}

/**
 * Applies the first rule of a design whose conditions are all true.
 *
 * @param chosen the rule that is applied whatever its conditions are. One that the design has not is ignored.
 */
export function applyRule(
  { design, rules, layers }: Pick<CompiledLive, 'design' | 'rules' | 'layers'>,
  input: ConditionInput,
  chosen: string | null = null,
): EffectiveDesign {
  const [name, rule] =
    rules.find(([one]) => one === chosen) ??
    rules.find(([, { when }]) => when.every((one) => holds(one, input))) ??
    [];
  if (name === undefined || rule === undefined) {
    return { rule: null, layers, imageId: null, link: design.link };
  }
  return {
    rule: name,
    layers: layers.flatMap(([layer, members]) => {
      const changed = withOverride(members, overrideOf(rule, layer));
      return changed === null ? [] : [[layer, changed] as const];
    }),
    imageId: rule.imageId,
    link: rule.link ?? design.link,
  };
}

function overrideOf({ layers }: LiveRule, name: string): LiveRule['layers'][string] | undefined {
  return Object.hasOwn(layers, name) ? layers[name] : undefined;
}

/** Returns a layer with the members that a rule gives it. Null: the rule hides it. */
function withOverride(layer: LiveLayer, override: LiveRule['layers'][string] | undefined): LiveLayer | null {
  if (override === undefined) return layer;
  // The contract of the override follows from the type of the layer (`design-changes.ts`).
  return override === false ? null : ({ ...layer, ...override } as LiveLayer);
}
