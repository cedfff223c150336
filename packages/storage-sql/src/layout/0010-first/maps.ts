import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Maps, their locations, and what geocoding needs. Waiting locations are the geocoding queue; they have the account
 * that they are due for (`due_account`). A map has a `map_key` besides its id, because ids are unique in an account
 * only and a location should not hold the account.
 */
export function createMaps(dialect: LayoutDialect): readonly Sql[] {
  const { types, tableOptions } = dialect;
  const { text, integer, generatedId } = types;
  return [
    sql`
      CREATE TABLE maps (
        map_key ${generatedId},
        account_id ${text} NOT NULL,
        id ${integer} NOT NULL,
        name ${text} NOT NULL,
        search_radius ${integer} NOT NULL,
        max_results ${integer} NOT NULL,
        last_location ${integer} NOT NULL,
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        deleted_at ${integer},
        UNIQUE (account_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX maps_by_deletion ON maps (account_id, id) WHERE deleted_at IS NOT NULL`,
    ...createLocations(dialect),
    sql`
      CREATE TABLE geocode_answers (
        answer_key ${text} PRIMARY KEY,
        answer ${text} NOT NULL,
        expires_at ${integer} NOT NULL
      )${tableOptions}`,
    sql`CREATE INDEX geocode_answers_by_end ON geocode_answers (expires_at)`,
    sql`
      CREATE TABLE geocoder_turns (
        provider ${text} PRIMARY KEY,
        next_at ${integer} NOT NULL
      )${tableOptions}`,
  ];
}

function createLocations({ types: { text, integer, double }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE locations (
        map_key ${integer} NOT NULL,
        id ${text} NOT NULL,
        seq ${integer} NOT NULL,
        unique_id ${text},
        name ${text},
        address ${text},
        address_folded ${text},
        lat ${double},
        lng ${double},
        status ${text} NOT NULL,
        geocode_precision ${text},
        geocode_error ${text},
        due_at ${integer},
        due_account ${text},
        tries ${integer} NOT NULL,
        claim ${integer} NOT NULL,
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        PRIMARY KEY (map_key, id)
      )${tableOptions}`,
    sql`CREATE UNIQUE INDEX locations_by_seq ON locations (map_key, seq)`,
    sql`CREATE UNIQUE INDEX locations_by_unique_id ON locations (map_key, unique_id)`,
    sql`CREATE INDEX locations_by_place ON locations (map_key, lat, lng, id) WHERE lat IS NOT NULL`,
    sql`CREATE INDEX locations_by_status ON locations (map_key, status)`,
    sql`CREATE INDEX locations_by_due ON locations (due_at, map_key, seq) WHERE due_at IS NOT NULL`,
    sql`
      CREATE INDEX locations_by_account ON locations (due_account, due_at, map_key, seq)
      WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX locations_by_processing ON locations (due_at) WHERE status = 'processing'`,
  ];
}
