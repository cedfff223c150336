import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';

type Rules = LiveDesign['rules'];

/** Returns the names of the rules in the order in which they are tried. */
export function rulesInOrder(rules: Rules): readonly string[] {
  const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return Object.keys(rules).sort(
    (a, b) => (rules[a]?.order ?? 0) - (rules[b]?.order ?? 0) || byCodeUnits(a, b),
  );
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
