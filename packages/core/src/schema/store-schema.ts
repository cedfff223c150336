import type { PropertyRow, StoreRow } from '../storage/rows.ts';

/** What is derived from a store's properties, once for each version of them. */
export interface StoreSchema {
  readonly propertiesByName: ReadonlyMap<string, PropertyRow>;
  /** In schema order. Empty: records get random ids. */
  readonly unique: readonly PropertyRow[];
  readonly required: readonly PropertyRow[];
  /**
   * The only unique property, where it is text: its value is the record's id, byte for byte. So it is kept as the id and not
   * in its slot, and what filters or sorts by it goes by the id. A store has one of these from its first record to its last,
   * since unique properties come only into empty stores and never go.
   */
  readonly idProperty: PropertyRow | null;
}

const schemas = new WeakMap<readonly PropertyRow[], StoreSchema>();

/** Kept for as long as the storage hands out the same list of properties. */
export function schemaOf(store: StoreRow): StoreSchema {
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
