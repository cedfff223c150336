import { toKilometers } from '../../../geo/units.ts';
import type { RecordRow, StoreRow } from '../../../ground/rows.ts';
import type { SourceData, SourceValue } from '../../../live/values/source-data.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { DistanceUnit, LocatedRow, MapRow } from '../../../storage/index.ts';
import { showDatetime } from '../../../values/datetime.ts';
import { TYPE_RULES } from '../../../values/value.ts';

/** Returns a record as templates and conditions read it. */
export function dataOfRecord(store: StoreRow, row: RecordRow): SourceData {
  const { idProperty } = schemaOf(store);
  const values = new Map<string, SourceValue>([
    ['id', { type: 'string', shown: row.id, stored: row.id }],
    ['date_created', moment(row.createdAt)],
    ['date_updated', moment(row.updatedAt)],
  ]);
  store.properties.forEach((property, at) => {
    const stored = property === idProperty ? row.id : (row.values[at] ?? null);
    if (stored === null) return;
    const { name, type } = property;
    values.set(name, { type, shown: TYPE_RULES[type].show(stored), stored });
  });
  return { id: row.id, values };
}

/** Returns a location as templates and conditions read it, with its distance in the unit. */
export function dataOfLocation(map: MapRow, row: LocatedRow, unit: DistanceUnit): SourceData {
  const values = new Map<string, SourceValue>();
  for (const { name, type, key } of map.fields) {
    const value = row.fields[key];
    if (value === undefined) continue;
    values.set(name, { type, shown: value, stored: typeof value === 'boolean' ? Number(value) : value });
  }
  const distance = unit === 'km' ? toKilometers(row.distanceMiles) : row.distanceMiles;
  const own = {
    name: row.name,
    address: row.address,
    uniqueId: row.uniqueId,
    lat: row.lat,
    lng: row.lng,
    // To a meter, as in a search.
    distance: Math.round(distance * 1_000) / 1_000,
  };
  for (const [name, value] of Object.entries(own)) {
    if (value !== null) values.set(name, plain(value));
    else values.delete(name);
  }
  return { id: row.id, values };
}

function moment(millis: number): SourceValue {
  return { type: 'datetime', shown: showDatetime(millis), stored: millis };
}

function plain(value: string | number): SourceValue {
  return { type: typeof value === 'string' ? 'string' : 'number', shown: value, stored: value };
}
