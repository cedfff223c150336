import type { LiveDesign, LiveDesignChanges, LiveLayer } from '@vitrine/client';
import { isTree, joinChanges, type Tree } from '../../../components/designer/draft/changes.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { isHidden } from '../layers/layer-order.ts';
import { changesOfRule } from './rule-order.ts';

type Override = LiveDesign['rules'][string]['layers'][string];

/**
 * Returns the form of the layers as a rule shows them: a change of a layer becomes one of the rule. What a rule can't
 * change, such as the order, is changed for the entire picture. Null: the form itself.
 */
export function lensOf(form: LiveForm, rule: string | null): LiveForm {
  if (rule === null) return form;
  return {
    ...form,
    rule,
    design: designOfRule(form.design, rule),
    latest: () => designOfRule(form.latest(), rule),
    change: (changes, drag) => form.change(changesInRule(form.latest(), rule, changes), drag),
    problemOf: (path) =>
      form.problemOf(path.startsWith('layers.') ? `rules.${rule}.${path}` : path) ?? form.problemOf(path),
  };
}

/** Returns the design with the layers as they are when a rule matches. */
export function designOfRule(design: LiveDesign, rule: string): LiveDesign {
  const { layers = {}, imageId = null } = design.rules[rule] ?? {};
  const changed = Object.entries(design.layers).map(([name, layer]) => {
    const override = imageId === null ? ownOf(layers, name) : false;
    return [name, override === undefined ? layer : withOverride(layer, override)] as const;
  });
  return { ...design, layers: Object.fromEntries(changed) };
}

function withOverride(layer: LiveLayer, override: Override): LiveLayer {
  if (override === false) return { ...layer, show: '' };
  const shown = Object.entries(override).map(([name, value]) => {
    const isOff = OFF[name]?.reads(value, { ...layer, ...override } as LiveLayer) === true;
    return [name, isOff ? null : value];
  });
  return { ...layer, ...Object.fromEntries(shown) } as LiveLayer;
}

/** Returns changes of layers as changes of what a rule does with them. */
export function changesInRule(
  design: LiveDesign,
  rule: string,
  { layers = {}, ...others }: LiveDesignChanges,
): LiveDesignChanges {
  const overrides: Record<string, object | false | null> = {};
  const unruled: Record<string, object> = {};
  // Renames of layers and copies are no matter of a rule.
  for (const [name, changes] of Object.entries(layers ?? {})) {
    const layer = design.layers[name];
    if (changes === null) overrides[name] = false;
    else if (changes === undefined) continue;
    else if (layer === undefined) unruled[name] = changes;
    else {
      const { order, ...members } = changes as Tree;
      if (order !== undefined) unruled[name] = { order };
      if (Object.keys(members).length > 0) {
        overrides[name] = changedOverride(layer, ownOf(design.rules[rule]?.layers ?? {}, name), members);
      }
    }
  }
  const isRuled = Object.keys(overrides).length > 0;
  return {
    ...(isRuled && Object.values(layers ?? {}).includes(null) ? {} : others),
    ...(Object.keys(unruled).length === 0 ? {} : { layers: unruled as NonNullable<typeof layers> }),
    ...(isRuled ? changesOfRule(rule, { layers: overrides }) : {}),
  };
}

/** Returns the changes of an override that give a layer other members. Null: it is as it is without the rule. */
function changedOverride(
  layer: LiveLayer,
  before: Override | undefined,
  members: Tree,
): object | false | null {
  const { show } = members;
  if (typeof show === 'string' && isHidden({ show })) return false;
  if (before === false && show === null && Object.keys(members).length === 1) return null;
  const known: Tree = before === undefined || before === false ? {} : (before as Tree);
  const shown = withOverride(layer, known as Override) as unknown as Tree;
  const base = layer as unknown as Tree;
  const changes = Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const old = shown[name];
      // A group of an override is whole: it has no defaults.
      const next = isTree(value) && isTree(old) ? joinChanges(old, value) : value;
      if (JSON.stringify(next) === JSON.stringify(base[name] ?? null)) return [name, null];
      return [name, next === null ? (OFF[name]?.writes(shown) ?? null) : next];
    }),
  );
  return changes;
}

/** How a rule says that a member is none. Null in a merge patch would mean that the rule does not change it. */
const OFF: Readonly<
  Record<string, { writes: (layer: Tree) => unknown; reads: (value: unknown, layer: LiveLayer) => boolean }>
> = {
  url: { writes: () => '', reads: (value) => value === '' },
  show: { writes: () => 'true', reads: (value) => value === 'true' },
  border: { writes: () => ({ color: '#00000000', width: 1 }), reads: isClear },
  shadow: { writes: () => ({ color: '#00000000', x: 0, y: 0, blur: 0 }), reads: isClear },
  gradient: {
    writes: ({ color }) => ({ color, angle: 0 }),
    reads: (value, layer) => isTree(value) && 'color' in layer && value.color === layer.color,
  },
};

function isClear(value: unknown): boolean {
  return isTree(value) && value.color === '#00000000';
}

function ownOf<Value>(parts: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}
