import { signal } from '@preact/signals';
import type { LiveDesign } from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';

/** The members of a design that hold the parts of each kind. */
export const GROUPS = { layer: 'layers', variable: 'variables', source: 'sources', rule: 'rules' } as const;
export type PartKind = keyof typeof GROUPS;
export const PART_KINDS = Object.keys(GROUPS) as PartKind[];

/** A named part of the design that is selected. */
export interface Part {
  readonly kind: PartKind;
  readonly name: string;
}

/** Returns the part in the address, if the design has it. Null: the entire picture is selected. */
export function partOfAddress(design: LiveDesign): Part | null {
  const [, kind = '', name = ''] =
    /^(layer|variable|source|rule):(.+)$/s.exec(query.value.get('part') ?? '') ?? [];
  if (!Object.hasOwn(GROUPS, kind)) return null;
  const group = design[GROUPS[kind as PartKind]];
  return Object.hasOwn(group, name) ? { kind: kind as PartKind, name } : null;
}

/** The part that was opened, until its panel has taken the focus. */
export const openedPart = signal<Part | null>(null);

/** Selects a part. The focus goes to its members, which may be far away on the page. */
export function openPart(kind: PartKind, name: string): void {
  selectPart(kind, name);
  openedPart.value = { kind, name };
}

/** The panels of the parts that were selected, numbered. */
const panels = new Map<string, number>();
let lastPanel = 0;

/** Returns the number of the panel of a part. A part keeps its panel under a new name. */
export function panelOf(kind: PartKind, name: string): number {
  const key = `${kind}:${name}`;
  const panel = panels.get(key) ?? ++lastPanel;
  panels.set(key, panel);
  return panel;
}

/**
 * Selects a part under its new name. The press that ends a rename may be under way in the panel, so that the panel must
 * not be made anew.
 */
export function selectRenamed(kind: PartKind, before: string, name: string): void {
  panels.set(`${kind}:${name}`, panelOf(kind, before));
  panels.delete(`${kind}:${before}`);
  selectPart(kind, name);
}

/** Selects a part. Null: the entire picture. */
export function selectPart(kind: PartKind | null, name = ''): void {
  setQuery({ part: kind === null ? null : `${kind}:${name}` });
}
