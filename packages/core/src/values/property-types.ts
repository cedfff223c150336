import type { PropertyType, SlotKind } from '../ground/rows.ts';
import { showDatetime } from './datetime.ts';
import { type ReadValue, readBoolean, readDatetime, readNumber, readString, readUrl } from './read-value.ts';

/** The rules of a type. `schema/queries/operators.ts` holds the operators of its filters. */
interface TypeRules {
  readonly slotKind: SlotKind;
  /** Whether an empty string is a value. Otherwise, it unsets the property. */
  readonly keepsEmptyText: boolean;
  /** Whether `AggregateStoreRecords` accepts a property of the type. */
  readonly isAggregable: boolean;
  /** Reads a JSON value other than null. */
  readonly read: (input: unknown) => ReadValue;
  /** Returns a stored value as JSON shows it. */
  readonly show: (value: string | number) => string | number | boolean;
}

const NUMBER_LIKE = { slotKind: 'n', keepsEmptyText: false, isAggregable: false } as const;
const URL_RULES: TypeRules = {
  slotKind: 't',
  keepsEmptyText: false,
  isAggregable: false,
  read: readUrl,
  show: asStored,
};

/** The rules of each type of property, in the order of messages and of the OpenAPI document. */
export const TYPE_RULES: Readonly<Record<PropertyType, TypeRules>> = {
  string: { slotKind: 't', keepsEmptyText: true, isAggregable: false, read: readString, show: asStored },
  number: { ...NUMBER_LIKE, isAggregable: true, read: readNumber, show: asStored },
  boolean: { ...NUMBER_LIKE, read: readBoolean, show: (value) => value === 1 },
  datetime: { ...NUMBER_LIKE, read: readDatetime, show: (value) => showDatetime(Number(value)) },
  url_image: URL_RULES,
  url_link: URL_RULES,
};

export const PROPERTY_TYPES = Object.keys(TYPE_RULES) as readonly PropertyType[];

function asStored(value: string | number): string | number {
  return value;
}
