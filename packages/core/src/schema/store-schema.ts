import type { PropertyRow, StoreRow } from '../ground/rows.ts';

/** Lookup tables of a store's properties, derived once for each list of properties. */
export interface StoreSchema {
  readonly propertiesByName: ReadonlyMap<string, PropertyRow>;
  /** In schema order. Empty: records get random ids. */
  readonly unique: readonly PropertyRow[];
  readonly required: readonly PropertyRow[];
  /**
   * The only unique property, if it is text. Its value is stored as the id of the record, byte for byte, and not in its
   * slot; filters and orders of the property use the id. It never changes while a store has records, because unique
   * properties are only added to empty stores and never removed.
   */
  readonly idProperty: PropertyRow | null;
}

const schemas = new WeakMap<readonly PropertyRow[], StoreSchema>();

/** Returns the schema of a store. Caches it as long as the storage returns the same list of properties. */
export function schemaOf(store: Pick<StoreRow, 'properties'>): StoreSchema {
  let schema = schemas.get(store.properties);
  if (schema === undefined) {
    const unique = store.properties.filter((property) => property.unique);
    const [key] = unique;
    schema = {
      propertiesByName: new Map(store.properties.map((property) => [property.name, property])),
      unique,
      required: store.properties.filter((property) => property.required),
      idProperty: key !== undefined && unique.length === 1 && key.slot.startsWith('t') ? key : null,
    };
    schemas.set(store.properties, schema);
  }
  return schema;
}
