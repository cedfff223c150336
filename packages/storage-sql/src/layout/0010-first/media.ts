import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Blobs, images, fonts and drafts of timers. The bytes of a blob are apart from its row, so that counting its uses
 * never moves them. `object_key` names the object outside the database that holds the bytes, and `blob_objects` has the
 * objects that hold no blob's bytes. `uses` of a blob is the number of its rows in `blob_uses`.
 */
export function createMedia(dialect: LayoutDialect): readonly Sql[] {
  return [
    ...createBlobs(dialect),
    ...createImages(dialect),
    ...createFonts(dialect),
    ...createDrafts(dialect),
  ];
}

function createBlobs({ types: { text, integer, bytes }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE blobs (
        hash ${text} PRIMARY KEY,
        size ${integer} NOT NULL,
        uses ${integer} NOT NULL,
        touched_at ${integer} NOT NULL,
        object_key ${text}
      )${tableOptions}`,
    sql`CREATE INDEX blobs_by_use ON blobs (uses, touched_at)`,
    sql`
      CREATE TABLE blob_bytes (
        hash ${text} PRIMARY KEY,
        bytes ${bytes} NOT NULL
      )${tableOptions}`,
    sql`
      CREATE TABLE blob_objects (
        object_key ${text} PRIMARY KEY,
        noted_at ${integer} NOT NULL,
        swept ${integer} NOT NULL
      )${tableOptions}`,
    sql`CREATE INDEX blob_objects_by_time ON blob_objects (noted_at)`,
    sql`
      CREATE TABLE blob_uses (
        holder ${text} NOT NULL,
        hash ${text} NOT NULL,
        PRIMARY KEY (holder, hash)
      )${tableOptions}`,
  ];
}

function createImages({ types: { text, integer }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE images (
        account_id ${text} NOT NULL,
        id ${integer} NOT NULL,
        public_id ${text} NOT NULL UNIQUE,
        type ${text} NOT NULL,
        name ${text} NOT NULL,
        name_folded ${text},
        folder ${text},
        active ${integer} NOT NULL,
        width ${integer} NOT NULL,
        height ${integer} NOT NULL,
        format ${text} NOT NULL,
        animated ${integer} NOT NULL,
        bytes ${integer} NOT NULL,
        blob ${text},
        thumbnail ${text},
        design ${text},
        resources ${text},
        target_local ${text},
        target_zone ${text},
        target_instant ${integer},
        version ${integer} NOT NULL,
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        PRIMARY KEY (account_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX images_by_state ON images (account_id, active, id)`,
  ];
}

function createFonts({ types: { text, integer }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE fonts (
        account_id ${text} NOT NULL,
        id ${integer} NOT NULL,
        blob ${text} NOT NULL,
        sample ${text} NOT NULL,
        family ${text} NOT NULL,
        style ${text} NOT NULL,
        full_name ${text} NOT NULL,
        weight ${integer} NOT NULL,
        italic ${integer} NOT NULL,
        format ${text} NOT NULL,
        variable ${integer} NOT NULL,
        glyph_count ${integer} NOT NULL,
        has_digits ${integer} NOT NULL,
        bytes ${integer} NOT NULL,
        created_at ${integer} NOT NULL,
        PRIMARY KEY (account_id, id)
      )${tableOptions}`,
    sql`CREATE UNIQUE INDEX fonts_by_blob ON fonts (account_id, blob)`,
  ];
}

function createDrafts({ types: { text, integer }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE timer_frames (
        id ${text} PRIMARY KEY,
        account_id ${text} NOT NULL,
        seq ${integer} NOT NULL,
        conversation_id ${text} NOT NULL,
        name ${text} NOT NULL,
        revision ${integer} NOT NULL,
        design ${text} NOT NULL,
        image_id ${integer},
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        expires_at ${integer} NOT NULL
      )${tableOptions}`,
    sql`CREATE UNIQUE INDEX timer_frames_by_account ON timer_frames (account_id, created_at, seq)`,
    sql`CREATE INDEX timer_frames_by_expiry ON timer_frames (expires_at)`,
  ];
}
