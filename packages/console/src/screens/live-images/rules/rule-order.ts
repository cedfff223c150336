import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { changedOrders, namesInOrder } from '../names/named-parts.ts';

type Rules = LiveDesign['rules'];

/** Returns the names of the rules in the order in which they are tried. */
export function rulesInOrder(rules: Rules): readonly string[] {
  return namesInOrder(rules);
}

/** Returns the changes that put a rule one place earlier or later. Null: it is at the end. */
export function moveRule(rules: Rules, name: string, step: -1 | 1): LiveDesignChanges | null {
  const names = namesInOrder(rules);
  const at = names.indexOf(name);
  const other = names[at + step];
  if (other === undefined) return null;
  names[at] = other;
  names[at + step] = name;
  return { rules: changedOrders(rules, names) };
}

/** Returns the changes that give a rule another name. Null: it can't have it. */
export function renameRule({ rules }: LiveDesign, from: string, to: string): LiveDesignChanges | null {
  const rule = rules[from];
  if (rule === undefined || Object.hasOwn(rules, to)) return null;
  return { rules: { [from]: null, [to]: rule } };
}

export function changesOfRule(name: string, members: object | null): LiveDesignChanges {
  return { rules: { [name]: members } as NonNullable<LiveDesignChanges['rules']> };
}
