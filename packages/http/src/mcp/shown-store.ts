import type { StoreDetail } from '@vitrine/core/contracts';
import { operatorsOf } from '@vitrine/core/server';
import type { PropertyType } from '@vitrine/core/storage';
import { shorten } from '../ground/quote.ts';
import { jsonBytes, RESULT_MAX_BYTES } from './result-size.ts';

/** Characters of a description in a list of stores. */
const DESCRIPTION_SHOWN = 200;
/** Leaves room for the operators. */
const STORE_MAX_BYTES = RESULT_MAX_BYTES - 2_000;

/** Returns a store as a list names it: each property as `name: type`, with `unique` and its description. */
export function showShortly({ id, name, description, recordCount, properties }: StoreDetail) {
  return {
    storeId: id,
    name,
    ...about(description, DESCRIPTION_SHOWN),
    recordCount,
    properties: properties.map(({ name: property, type, unique, description: meaning }) => {
      const mark = unique ? ', unique' : '';
      return `${property}: ${type}${mark}${hasText(meaning) ? ` (${shorten(meaning, DESCRIPTION_SHOWN)})` : ''}`;
    }),
  };
}

/**
 * Returns a store with all that its properties are. Members that say nothing are left out. Descriptions are cut if they do
 * not fit into one result.
 */
export function showFully(store: StoreDetail) {
  const whole = showDetails(store, Number.POSITIVE_INFINITY);
  return jsonBytes(whole) <= STORE_MAX_BYTES ? whole : showDetails(store, DESCRIPTION_SHOWN);
}

function showDetails({ id, name, description, recordCount, properties }: StoreDetail, length: number) {
  return {
    storeId: id,
    name,
    ...about(description, length),
    recordCount,
    properties: properties.map(({ name: property, type, required, unique, description: meaning }) => ({
      name: property,
      type,
      ...(unique ? { unique } : required ? { required } : {}),
      ...about(meaning, length),
    })),
  };
}

function about(description: string | null, length: number) {
  return hasText(description) ? { description: shorten(description, length) } : {};
}

function hasText(text: string | null): text is string {
  return text !== null && text !== '';
}

/** Returns the operators of filters for each of the types, between blanks. */
export function operatorsByType<Type extends PropertyType>(types: Iterable<Type>): Record<Type, string> {
  const entries = Array.from(new Set(types), (type) => [type, operatorsOf(type).join(' ')] as const);
  return Object.fromEntries(entries) as Record<Type, string>;
}
