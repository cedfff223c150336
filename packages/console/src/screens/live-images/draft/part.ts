import { signal } from '@preact/signals';
import type { LiveDesign } from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';

const GROUPS = { layer: 'layers', variable: 'variables', source: 'sources', rule: 'rules' } as const;
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

/** Selects a part. Null: the entire picture. */
export function selectPart(kind: PartKind | null, name = ''): void {
  setQuery({ part: kind === null ? null : `${kind}:${name}` });
}
