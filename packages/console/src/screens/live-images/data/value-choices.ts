import type { LiveDesign, StoreProperty } from '@vitrine/client';
import type { SourcePlaces } from '../draft/source-places.ts';
import { memberOf } from '../templates/fill-template.ts';

/** A value that a template can have. */
export interface ValueChoice {
  /** As conditions name it, and as `resolve` does: `first_name`, `product.price`. */
  readonly name: string;
  /** What a template writes for it, without braces. */
  readonly expression: string;
  readonly type: StoreProperty['type'];
  /** Null: a variable. */
  readonly source: string | null;
}

/** Returns the values of a design: its variables, then the properties of its sources. */
export function valueChoices(
  { variables, sources }: LiveDesign,
  places: SourcePlaces,
): readonly ValueChoice[] {
  return [
    ...Object.keys(variables).map(
      (name): ValueChoice => ({ name, expression: name, type: 'string', source: null }),
    ),
    ...Object.keys(sources).flatMap((source) =>
      (places[source]?.properties ?? []).map(
        ({ name, type }): ValueChoice => ({
          name: `${source}.${name}`,
          expression: memberOf(source, name),
          type,
          source,
        }),
      ),
    ),
  ];
}

/** Returns what is inserted for a value: numbers and dates as people write them. */
export function insertionOf({ expression, type }: ValueChoice, isPlain = false): string {
  if (isPlain || (type !== 'number' && type !== 'datetime')) return `{{ ${expression} }}`;
  return type === 'number' ? `{{ ${expression} | number }}` : `{{ ${expression} | date: "long" }}`;
}
