import type { SqlDialect } from '../dialect.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * Blobs with their bytes apart, so that touching or counting one never moves its bytes; images and fonts, numbered by
 * account; drafts of timers. `object_key` names the object outside that holds a blob's bytes, where that is the case, and
 * `blob_objects` has those that hold no blob's. `uses` of a blob is the number of its rows in `blob_uses`, kept for the purge.
 */
export function imagesAndFonts({ types, tableOptions: end }: SqlDialect): Sql[] {
  const text = sql([types.text]);
  const integer = sql([types.integer]);
  const bytes = sql([types.bytes]);
  return [
    sql`CREATE TABLE account_numbers (account_id ${text} NOT NULL, kind ${text} NOT NULL, last ${integer} NOT NULL, PRIMARY KEY (account_id, kind), CHECK (last <= 2147483647))${end}`,
    sql`CREATE TABLE blobs (hash ${text} PRIMARY KEY, size ${integer} NOT NULL, uses ${integer} NOT NULL, touched_at ${integer} NOT NULL, object_key ${text})${end}`,
    sql`CREATE INDEX blobs_by_use ON blobs (uses, touched_at)`,
    sql`CREATE TABLE blob_bytes (hash ${text} PRIMARY KEY, bytes ${bytes} NOT NULL)${end}`,
    sql`CREATE TABLE blob_objects (object_key ${text} PRIMARY KEY, noted_at ${integer} NOT NULL, swept ${integer} NOT NULL)${end}`,
    sql`CREATE INDEX blob_objects_by_time ON blob_objects (noted_at)`,
    sql`CREATE TABLE blob_uses (holder ${text} NOT NULL, hash ${text} NOT NULL, PRIMARY KEY (holder, hash))${end}`,
    sql`CREATE TABLE images (account_id ${text} NOT NULL, id ${integer} NOT NULL, public_id ${text} NOT NULL UNIQUE, type ${text} NOT NULL, name ${text} NOT NULL, name_folded ${text}, folder ${text}, active ${integer} NOT NULL, width ${integer} NOT NULL, height ${integer} NOT NULL, format ${text} NOT NULL, animated ${integer} NOT NULL, bytes ${integer} NOT NULL, blob ${text}, thumbnail ${text}, design ${text}, resources ${text}, target_local ${text}, target_zone ${text}, target_instant ${integer}, version ${integer} NOT NULL, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, PRIMARY KEY (account_id, id))${end}`,
    sql`CREATE INDEX images_by_state ON images (account_id, active, id)`,
    sql`CREATE TABLE fonts (account_id ${text} NOT NULL, id ${integer} NOT NULL, blob ${text} NOT NULL, sample ${text} NOT NULL, family ${text} NOT NULL, style ${text} NOT NULL, full_name ${text} NOT NULL, weight ${integer} NOT NULL, italic ${integer} NOT NULL, format ${text} NOT NULL, variable ${integer} NOT NULL, glyph_count ${integer} NOT NULL, has_digits ${integer} NOT NULL, bytes ${integer} NOT NULL, created_at ${integer} NOT NULL, PRIMARY KEY (account_id, id))${end}`,
    sql`CREATE UNIQUE INDEX fonts_by_blob ON fonts (account_id, blob)`,
    sql`CREATE TABLE timer_frames (id ${text} PRIMARY KEY, account_id ${text} NOT NULL, seq ${integer} NOT NULL, conversation_id ${text} NOT NULL, name ${text} NOT NULL, revision ${integer} NOT NULL, design ${text} NOT NULL, image_id ${integer}, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, expires_at ${integer} NOT NULL)${end}`,
    sql`CREATE UNIQUE INDEX timer_frames_by_account ON timer_frames (account_id, created_at, seq)`,
    sql`CREATE INDEX timer_frames_by_expiry ON timer_frames (expires_at)`,
  ];
}
