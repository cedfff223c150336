/** Layers or rules of a design by their names. */
type Ordered = Readonly<Record<string, { readonly order: number }>>;

export const NAMED = ['variables', 'sources', 'layers', 'rules'] as const;
export type NamedGroup = (typeof NAMED)[number];

/** The parts of a design by their names. */
export type NamedParts = Readonly<Record<NamedGroup, object>>;

const ORDER_MAX = 1_000;

/** Returns the names in their order, those of equal orders by code units. */
export function namesInOrder(parts: Ordered): string[] {
  const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return Object.keys(parts).sort(
    (a, b) => (parts[a]?.order ?? 0) - (parts[b]?.order ?? 0) || byCodeUnits(a, b),
  );
}

/** Returns the order of a new part that comes after the others. */
export function orderAfter(parts: Ordered): number {
  return Math.min(ORDER_MAX, Math.max(0, ...Object.values(parts).map(({ order }) => order)) + 1);
}

/** Returns the orders that change when the parts come in the order of `names`: 1, 2, and so on. */
export function changedOrders(
  parts: Ordered,
  names: readonly string[],
): Readonly<Record<string, { readonly order: number }>> {
  return Object.fromEntries(
    names.flatMap((name, at) => (parts[name]?.order === at + 1 ? [] : [[name, { order: at + 1 }]])),
  );
}

/** Returns why a layer or a rule can't have a name, or null. */
export function partNameProblem(
  parts: object,
  name: string,
  texts: { readonly nameMissing: string; readonly nameTaken: string },
): string | null {
  if (name.trim() === '') return texts.nameMissing;
  return Object.hasOwn(parts, name) ? texts.nameTaken : null;
}

/** Returns a name that no part has yet: `Text`, then `Text 2`. */
export function freeName(parts: object, wanted: string): string {
  const base = wanted.replace(/ \d+$/, '');
  if (!Object.hasOwn(parts, wanted)) return wanted;
  for (let number = 2; ; number++) if (!Object.hasOwn(parts, `${base} ${number}`)) return `${base} ${number}`;
}
