import type { SqlDialect } from '../dialect.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * Maps, their locations, the geocoding queue, which is a part of the locations, and what the servers share for it. A map has a
 * `map_key` besides its id, because ids are unique in an account only and locations should not each carry the account.
 */
export function maps(dialect: SqlDialect): Sql[] {
  const { types } = dialect;
  const text = sql([types.text]);
  const integer = sql([types.integer]);
  const double = sql([types.double]);
  const end = dialect.tableOptions;
  return [
    sql`CREATE TABLE maps (map_key ${sql([types.generatedId])}, account_id ${text} NOT NULL, id ${integer} NOT NULL, name ${text} NOT NULL, search_radius ${integer} NOT NULL, max_results ${integer} NOT NULL, last_location ${integer} NOT NULL, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, deleted_at ${integer}, UNIQUE (account_id, id))${end}`,
    sql`CREATE TABLE locations (map_key ${integer} NOT NULL, id ${text} NOT NULL, seq ${integer} NOT NULL, unique_id ${text}, name ${text}, address ${text}, address_folded ${text}, lat ${double}, lng ${double}, status ${text} NOT NULL, geocode_precision ${text}, geocode_error ${text}, due_at ${integer}, tries ${integer} NOT NULL, claim ${integer} NOT NULL, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, PRIMARY KEY (map_key, id))${end}`,
    sql`CREATE UNIQUE INDEX locations_by_seq ON locations (map_key, seq)`,
    sql`CREATE UNIQUE INDEX locations_by_unique_id ON locations (map_key, unique_id)`,
    sql`CREATE INDEX locations_by_place ON locations (map_key, lat, lng, id) WHERE lat IS NOT NULL`,
    sql`CREATE INDEX locations_by_status ON locations (map_key, status)`,
    sql`CREATE INDEX locations_by_due ON locations (due_at, map_key, seq) WHERE due_at IS NOT NULL`,
    sql`CREATE TABLE geocode_answers (answer_key ${text} PRIMARY KEY, answer ${text} NOT NULL, expires_at ${integer} NOT NULL)${end}`,
    sql`CREATE INDEX geocode_answers_by_end ON geocode_answers (expires_at)`,
    sql`CREATE TABLE geocoder_turns (provider ${text} PRIMARY KEY, next_at ${integer} NOT NULL)${end}`,
  ];
}
