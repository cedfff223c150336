import type { StoreDetail } from '@vitrine/core/contracts';
import { operatorsOf } from '@vitrine/core/server';
import type { PropertyType } from '@vitrine/core/storage';
import { shorten } from '../../ground/quote.ts';
import { jsonBytes, RESULT_MAX_BYTES } from './result-size.ts';

type StoreProperty = StoreDetail['properties'][number];

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
 * Returns a store with all that its properties are, and the operators of their types. Members that say nothing are left
 * out. Descriptions are cut if they do not fit into one result.
 */
export function describeStore(store: StoreDetail) {
  const whole = showDetails(store, Number.POSITIVE_INFINITY);
  const shown = jsonBytes(whole) <= STORE_MAX_BYTES ? whole : showDetails(store, DESCRIPTION_SHOWN);
  // Each store has an id and dates.
  const types = [...store.properties.map(({ type }) => type), 'string', 'datetime'] as const;
  return { ...shown, operators: operatorsByType(types) };
}

/** Returns a property with the operators of its type. */
export function describeProperty({ id, name }: StoreDetail, property: StoreProperty) {
  return {
    store: { storeId: id, name },
    ...showProperty(property, Number.POSITIVE_INFINITY),
    operators: operatorsOf(property.type).join(' '),
  };
}

function showDetails({ id, name, description, recordCount, properties }: StoreDetail, length: number) {
  return {
    storeId: id,
    name,
    ...about(description, length),
    recordCount,
    properties: properties.map((property) => showProperty(property, length)),
  };
}

function showProperty({ name, type, required, unique, description }: StoreProperty, length: number) {
  return {
    name,
    type,
    ...(unique ? { unique } : required ? { required } : {}),
    ...about(description, length),
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
