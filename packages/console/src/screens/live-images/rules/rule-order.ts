import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { liveImagesTexts } from '../../../texts/en/live-images.ts';
import type { LiveForm } from '../designer/live-form.ts';
import { selectPart } from '../designer/part.ts';
import { freeName } from '../layers/layer-order.ts';

type Rules = LiveDesign['rules'];
const ORDER_MAX = 1_000;

/** Returns the names of the rules in the order in which they are tried. */
export function rulesInOrder(rules: Rules): readonly string[] {
  const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return Object.keys(rules).sort(
    (a, b) => (rules[a]?.order ?? 0) - (rules[b]?.order ?? 0) || byCodeUnits(a, b),
  );
}

/** Adds a rule that is tried after the others, and selects it. */
export function addRule({ design, change }: LiveForm): void {
  const { rules } = design;
  const name = freeName(rules, liveImagesTexts.rule.newName);
  const order = Math.min(ORDER_MAX, Math.max(0, ...Object.values(rules).map((rule) => rule.order)) + 1);
  change(changesOfRule(name, { order, when: [], layers: {}, imageId: null, link: null }));
  selectPart('rule', name);
}

/** Returns the changes that put a rule one place earlier or later. Null: it is at the end. */
export function moveRule(rules: Rules, name: string, step: -1 | 1): LiveDesignChanges | null {
  const names = [...rulesInOrder(rules)];
  const at = names.indexOf(name);
  const other = names[at + step];
  if (other === undefined) return null;
  names[at] = other;
  names[at + step] = name;
  const orders = names.flatMap((one, index) =>
    rules[one]?.order === index + 1 ? [] : [[one, { order: index + 1 }]],
  );
  return { rules: Object.fromEntries(orders) };
}

export function changesOfRule(name: string, members: object | null): LiveDesignChanges {
  return { rules: { [name]: members } as NonNullable<LiveDesignChanges['rules']> };
}
