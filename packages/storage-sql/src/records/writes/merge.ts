import { BoundedMap } from '@vitrine/core/adapter';
import { type Shape, shapeName, shapeNamed } from '../../layout/record-layout.ts';

const MERGES_KEPT = 1_000;

/** Values of one shape merged into a record of another. */
export interface Merge {
  /** The text slots that the change does not name. Their bytes still count for the size of the record. */
  readonly kept: Shape;
  /** Whether the stored overflow is needed, to change it or to measure it. */
  readonly overflows: boolean;
  /** Identifies the pair of shapes. */
  readonly key: string;
}

const mergesByKey = new BoundedMap<string, Merge>(MERGES_KEPT);
let latestPart = '';
let latestWhole = '';
let latestMerge: Merge | null = null;

/** The records of a batch mostly have one shape, so the last answer is looked at before a key is put together. */
export function mergeOf(part: string, whole: string): Merge {
  if (latestMerge !== null && part === latestPart && whole === latestWhole) return latestMerge;
  const key = `${part}|${whole}`;
  let merge = mergesByKey.get(key);
  if (merge === undefined) {
    merge = planMerge(shapeNamed(part), shapeNamed(whole), key);
    mergesByKey.set(key, merge);
  }
  latestPart = part;
  latestWhole = whole;
  latestMerge = merge;
  return merge;
}

function planMerge(part: Shape, whole: Shape, key: string): Merge {
  const named = new Set(part.slots.map(({ slot }) => slot));
  const kept = whole.slots.filter(({ text, slot }) => text && !named.has(slot)).map(({ slot }) => slot);
  const keptShape = shapeNamed(shapeName(kept));
  return {
    kept: keptShape,
    overflows: part.overflows || keptShape.overflows,
    key,
  };
}
