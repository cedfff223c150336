import type { PropertyRow, StoreRow } from '../storage/rows.ts';

/** What is derived from a store's properties, once for each version of them. */
export interface StoreSchema {
  readonly propertiesByName: ReadonlyMap<string, PropertyRow>;
  /** In schema order. Empty: records get random ids. */
  readonly unique: readonly PropertyRow[];
  readonly required: readonly PropertyRow[];
}

const schemas = new WeakMap<readonly PropertyRow[], StoreSchema>();

/** Kept for as long as the storage hands out the same list of properties. */
export function schemaOf(store: StoreRow): StoreSchema {
  let schema = schemas.get(store.properties);
  if (schema === undefined) {
    schema = {
      propertiesByName: new Map(store.properties.map((property) => [property.name, property])),
      unique: store.properties.filter((property) => property.unique),
      required: store.properties.filter((property) => property.required),
    };
    schemas.set(store.properties, schema);
  }
  return schema;
}
