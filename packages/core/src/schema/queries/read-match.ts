import { readFiniteNumber } from '../../ground/json/json-number.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { EVERYTHING, type Filter } from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import { TYPE_RULES } from '../../values/property-types.ts';
import { schemaOf } from '../store-schema.ts';
import { type GivenFilter, type ReadFilter, readFilters } from './read-filter.ts';

/** The members of a request that select records, also such as lack members. */
export interface GivenMatch {
  readonly filters?: readonly GivenFilter[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
  /** Not empty. */
  readonly q?: string | undefined;
}

/**
 * Converts what a request selects to one filter. `match` combines the filters, and `q` has to match besides. See
 * `readFilters`.
 */
export function readMatch(store: StoreRow, { filters, match, q }: GivenMatch): ReadFilter {
  const read = readFilters(store, filters, match);
  if (q === undefined) return read;
  const anywhere = readAnywhere(store, q);
  return { ...read, where: read.where === EVERYTHING ? anywhere : { all: [read.where, anywhere] } };
}

/**
 * Returns the filter of the records in which a text property contains the text, without regard to case, or whose id or a
 * number equals it (docs/query-semantics.md#search-in-all-fields).
 */
function readAnywhere(store: StoreRow, q: string): Filter {
  const { idProperty } = schemaOf(store);
  const needle = fold(q);
  const number = readFiniteNumber(q);
  const parts = store.properties.flatMap((property): Filter[] => {
    const { slot, type } = property;
    if (TYPE_RULES[type].slotKind === 't') {
      return [{ column: property === idProperty ? 'id' : slot, op: 'contains', value: needle }];
    }
    return type === 'number' && number !== null ? [{ column: slot, op: 'eq', value: number }] : [];
  });
  if (idProperty === null) parts.push({ column: 'id', op: 'eq', value: q });
  return { any: parts };
}
