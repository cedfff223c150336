/** The value of a property in a record, by the type of the property. */
export interface PropertyValues {
  string: string;
  number: number;
  boolean: boolean;
  /** ISO 8601 UTC with milliseconds. */
  datetime: string;
  url_image: string;
  url_link: string;
}

/** The value of a property in a write, by the type of the property. */
export interface PropertyInputs extends Omit<PropertyValues, 'datetime'> {
  datetime: string | Date;
}

export type PropertyTypeName = keyof PropertyValues;

/** A value of a record whose store is not described by types. */
export type AnyValue = string | number | boolean | null;

/**
 * The types of a store: written by `vitrine types`, or inferred by `defineStore`. `Types` has the type of each property
 * by its name.
 */
export interface StoreTypes {
  Row: object;
  Insert: object;
  Patch: object;
  Key: object;
  Types: object;
}

/** A store whose properties are not known to the compiler. */
export interface AnyStore {
  Row: AnyRow;
  Insert: Readonly<Record<string, unknown>>;
  Patch: Readonly<Record<string, unknown>>;
  Key: Readonly<Record<string, unknown>>;
  Types: Record<string, PropertyTypeName>;
}

export interface AnyRow {
  id: string;
  date_created: string;
  date_updated: string;
  [property: string]: AnyValue;
}

/** A store by its name, with its types. `id` saves the look-up of the name. */
export interface StoreRef<Types extends StoreTypes = StoreTypes> {
  readonly name: string;
  readonly id?: string;
  /** Only for the compiler. */
  readonly types?: Types;
}

/** A store that can be created, as `defineStore` returns it. */
export interface StoreDefinition<Types extends StoreTypes = StoreTypes> extends StoreRef<Types> {
  readonly description?: string | null | undefined;
  readonly recordTtl?: number | null | undefined;
  readonly changes?: boolean | undefined;
  readonly history?: string | null | undefined;
  readonly properties: readonly DefinedProperty[];
}

export interface DefinedProperty {
  readonly name: string;
  readonly type: PropertyTypeName;
  readonly required?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly description?: string | null | undefined;
}

/** Properties by name, in the order of the schema. A type alone is an optional property. */
export type PropertyDefinitions = Readonly<
  Record<string, PropertyTypeName | Readonly<Omit<DefinedProperty, 'name'>>>
>;

/**
 * Describes a store in code. The result types the records of the store, and `ensure` finds or creates the store.
 * Property names that are whole numbers come first, because JavaScript sorts them.
 */
export function defineStore<const Properties extends PropertyDefinitions>({
  properties,
  ...store
}: {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly recordTtl?: number | null | undefined;
  readonly changes?: boolean | undefined;
  readonly history?: string | null | undefined;
  readonly properties: Properties;
}): StoreDefinition<InferredTypes<Properties>> {
  return {
    ...store,
    properties: Object.entries(properties).map(([name, property]) =>
      typeof property === 'string' ? { name, type: property } : { name, ...property },
    ),
  };
}

/** The types that `defineStore` infers. */
export interface InferredTypes<Properties extends PropertyDefinitions> extends StoreTypes {
  Row: Flat<
    { id: string } & { -readonly [Name in keyof Properties]: RowValue<Properties[Name]> } & {
      date_created: string;
      date_updated: string;
    }
  >;
  Insert: Flat<
    { -readonly [Name in RequiredNames<Properties>]: InputValue<Properties[Name]> } & {
      -readonly [Name in Exclude<keyof Properties, RequiredNames<Properties>>]?:
        | InputValue<Properties[Name]>
        | null
        | undefined;
    }
  >;
  Patch: Flat<{
    -readonly [Name in Exclude<keyof Properties, UniqueNames<Properties>>]?:
      | InputValue<Properties[Name]>
      | (Name extends RequiredNames<Properties> ? never : null)
      | undefined;
  }>;
  Key: Flat<{ -readonly [Name in UniqueNames<Properties>]: InputValue<Properties[Name]> }>;
  Types: { -readonly [Name in keyof Properties]: TypeOf<Properties[Name]> };
}

/** One object type in place of an intersection, for messages of the compiler. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

type TypeOf<Property> = Property extends PropertyTypeName
  ? Property
  : Property extends { readonly type: infer Type extends PropertyTypeName }
    ? Type
    : never;

type UniqueNames<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly unique: true } ? Name : never;
}[keyof Properties];

/** Unique implies required. */
type RequiredNames<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly unique: true } | { readonly required: true }
    ? Name
    : never;
}[keyof Properties];

type RowValue<Property> =
  | PropertyValues[TypeOf<Property>]
  | (Property extends { readonly unique: true } | { readonly required: true } ? never : null);

type InputValue<Property> = PropertyInputs[TypeOf<Property>];

/** The fields that every record has, and their types in filters. */
interface SystemTypes {
  id: 'string';
  date_created: 'datetime';
  date_updated: 'datetime';
}

/** A filter of records: the operators that the type of each property allows. */
export type Filter<Types extends StoreTypes> = string extends keyof Types['Types']
  ? AnyFilter
  : FilterUnion<Omit<SystemTypes, keyof Types['Types']> & Types['Types']>;

/** A filter of a store whose properties are not known to the compiler. */
export interface AnyFilter {
  readonly field: string;
  readonly op: string;
  readonly value?: unknown;
  /** The zone of a datetime without an offset. Default: UTC. */
  readonly timeZone?: string | undefined;
}

type FilterUnion<Types> = { [Name in keyof Types]: FieldFilter<Name, Types[Name]> }[keyof Types];

type FieldFilter<Name, Type> = Type extends 'number'
  ? Compared<Name, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', number>
  : Type extends 'boolean'
    ? Compared<Name, 'eq', boolean>
    : Type extends 'datetime'
      ? Compared<Name, 'on' | 'before' | 'after', string | Date> & { readonly timeZone?: string | undefined }
      : Compared<Name, 'eq' | 'ne' | 'contains' | 'startsWith' | 'endsWith', string>;

type Compared<Name, Op, Value> =
  | { readonly field: Name; readonly op: Op; readonly value: Value }
  | { readonly field: Name; readonly op: 'in'; readonly value: readonly Value[] }
  | { readonly field: Name; readonly op: 'empty' | 'notEmpty'; readonly value?: undefined };

/** An order by several fields, at most four. `dir` is asc by default. */
export type SortKeys<Types extends StoreTypes> = readonly {
  readonly field: Field<Types>;
  readonly dir?: 'asc' | 'desc' | undefined;
}[];

/** The name of a property, `id`, `date_created` or `date_updated`. */
export type Field<Types extends StoreTypes> = keyof Types['Row'] & string;

/** The names of the properties of a type. */
export type FieldOfType<
  Types extends StoreTypes,
  Type extends PropertyTypeName,
> = string extends keyof Types['Types']
  ? string
  : {
      [Name in keyof Types['Types']]: Types['Types'][Name] extends Type ? Name : never;
    }[keyof Types['Types']] &
      string;
