import type { LiveDesign } from '../../contracts/live/live-design.ts';
import { cutCodePoints } from '../../ground/stored-text.ts';

/** A value with its origin. Null: missing. */
export interface LiveValue {
  readonly value: string | number | boolean | null;
  readonly from: 'url' | 'record' | 'default' | 'missing';
}

/** The whole value is a tag that a mail tool has left unfilled. */
const UNFILLED_TAG = /^(?:\{\{.*\}\}|\*\|.*\|\*|%%.*%%|\[\[.*\]\]|\$\{.*\}|\{!.*\}|<%.*%>)$/s;

/**
 * Reads the variables of a design from the query of a URL (docs/rules.md#values-of-a-live-image). Names that the design
 * does not declare are ignored.
 */
export function readVariables(
  { variables }: Pick<LiveDesign, 'variables'>,
  query: ReadonlyMap<string, string>,
): ReadonlyMap<string, LiveValue> {
  return new Map(
    Object.entries(variables).map(([name, { default: standard, maxLength }]): [string, LiveValue] => {
      const given = (query.get(name) ?? '').toWellFormed().replaceAll('\0', '');
      // A tag is recognized before it is cut.
      if (given !== '' && !UNFILLED_TAG.test(given.trim())) {
        return [name, { value: cutCodePoints(given, maxLength), from: 'url' }];
      }
      if (standard !== null && standard !== '') return [name, { value: standard, from: 'default' }];
      return [name, { value: null, from: 'missing' }];
    }),
  );
}
