import type { LiveDesign, LiveDesignChanges, LiveLayer } from '@vitrine/client';
import { changedOrders, freeName, namesInOrder, orderAfter } from '../names/named-parts.ts';

type Layers = LiveDesign['layers'];
const LAYERS_MAX = 20;
const SHIFT = 16;

/** Returns the names of the layers, the uppermost first. */
export function layersFromTop(layers: Layers): readonly string[] {
  return namesInOrder(layers).reverse();
}

/** Returns the changes that put a layer at a place in the list from the top. Null: it is there. */
export function moveLayer(layers: Layers, name: string, to: number): LiveDesignChanges | null {
  const before = layersFromTop(layers);
  const others = before.filter((one) => one !== name);
  const place = Math.max(0, Math.min(others.length, to));
  const after = [...others.slice(0, place), name, ...others.slice(place)];
  if (after.every((one, at) => one === before[at])) return null;
  return changesOf(changedOrders(layers, after.toReversed()));
}

export function hasRoom(layers: Layers): boolean {
  return Object.keys(layers).length < LAYERS_MAX;
}

/**
 * Returns the changes that add a copy of a layer above all, and its name.
 *
 * @param named the layers whose names the copy does not get.
 */
export function duplicateLayer(
  layers: Layers,
  name: string,
  named: object,
): { readonly changes: LiveDesignChanges; readonly name: string } | null {
  const layer = layers[name];
  if (layer === undefined || !hasRoom(layers)) return null;
  const copy = freeName(named, name);
  const moved = { ...layer, x: layer.x + SHIFT, y: layer.y + SHIFT, order: orderAfter(layers) };
  return { changes: changesOf({ [copy]: moved }), name: copy };
}

/** Returns the changes that give a layer another name, in the rules too. */
export function renameLayer(
  { layers, rules }: LiveDesign,
  from: string,
  to: string,
): LiveDesignChanges | null {
  const layer = layers[from];
  if (layer === undefined || from === to || to.trim() === '' || Object.hasOwn(layers, to)) return null;
  return {
    ...changesOf({ [from]: null, [to]: layer }),
    ...changesInRules(rules, from, (override) => ({ [from]: null, [to]: override })),
  };
}

/** Returns the changes that remove a layer, and what rules change of it. */
export function removeLayer({ rules }: LiveDesign, name: string): LiveDesignChanges {
  return { ...changesOf({ [name]: null }), ...changesInRules(rules, name, () => ({ [name]: null })) };
}

/** Returns changes of layers by their names. */
export function changesOf(layers: Readonly<Record<string, object | null>>): LiveDesignChanges {
  return { layers: layers as NonNullable<LiveDesignChanges['layers']> };
}

function changesInRules(
  rules: LiveDesign['rules'],
  name: string,
  change: (override: unknown) => object,
): LiveDesignChanges {
  const changed = Object.entries(rules).flatMap(([rule, { layers }]) =>
    Object.hasOwn(layers, name) ? [[rule, { layers: change(layers[name]) }]] : [],
  );
  if (changed.length === 0) return {};
  return { rules: Object.fromEntries(changed) as NonNullable<LiveDesignChanges['rules']> };
}

const HIDDEN = { start: '{% comment %}', end: '{% endcomment %}' };

/** Whether a layer is hidden by hand, whatever the values are. */
export function isHidden({ show }: Pick<LiveLayer, 'show'>): boolean {
  return show === '' || (show?.startsWith(HIDDEN.start) === true && show.endsWith(HIDDEN.end));
}

/** Returns `show` of a layer that is hidden, or shown again under its earlier condition, which a comment keeps. */
export function toggledShow({ show }: Pick<LiveLayer, 'show'>): string | null {
  if (show === null) return '';
  if (show === '') return null;
  return isHidden({ show })
    ? show.slice(HIDDEN.start.length, -HIDDEN.end.length)
    : `${HIDDEN.start}${show}${HIDDEN.end}`;
}
