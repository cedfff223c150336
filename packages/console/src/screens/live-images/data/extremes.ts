import type { AnyRow, StoreProperty } from '@vitrine/client';

/** The record whose value of a property is the longest or the shortest. */
export interface Extreme {
  readonly property: string;
  readonly kind: 'longest' | 'shortest';
  readonly recordId: string;
  readonly text: string;
}

/**
 * Finds the longest and the shortest value of each property that is printed, and the record that has it. An unset or empty
 * value is none. A property whose values all have one length has only a longest one.
 */
export function findExtremes(
  rows: readonly AnyRow[],
  properties: readonly Pick<StoreProperty, 'name' | 'type'>[],
): readonly Extreme[] {
  return properties.flatMap(({ name, type }): readonly Extreme[] => {
    if (type === 'boolean' || type === 'datetime' || type === 'url_image' || type === 'url_link') return [];
    const values = rows.flatMap((row) => {
      const text = String(row[name] ?? '');
      return text === '' ? [] : [{ recordId: String(row.id), text, length: [...text].length }];
    });
    const [first] = values;
    if (first === undefined) return [];
    let [longest, shortest] = [first, first];
    for (const value of values) {
      if (value.length > longest.length) longest = value;
      if (value.length < shortest.length) shortest = value;
    }
    const of = ({ recordId, text }: typeof first, kind: Extreme['kind']): Extreme => ({
      ...{ property: name, kind, recordId, text },
    });
    return longest.length === shortest.length
      ? [of(longest, 'longest')]
      : [of(longest, 'longest'), of(shortest, 'shortest')];
  });
}
