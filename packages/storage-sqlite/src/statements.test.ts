import { NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Comparison, Filter, Order, Position } from '@vitrine/core/storage';
import { type OperationArgs, type OperationName, type SqlEngine, startOperation } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import { NEW_IMAGE } from '../../../test/new-image.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';

function findStatement(
  change: { where?: Filter; order?: Order; after?: Position | null; expiredUpTo?: number | null } = {},
  dialect: SqlEngine = sqliteEngine,
) {
  const query = { where: { all: [] }, order: NEWEST_FIRST, after: null, expiredUpTo: null, ...change };
  const step = startOperation(dialect, 'findRecords', {
    storeId: 's',
    storeNumber: 1,
    shape: 't0,n0',
    limit: 10,
    maxBytes: null,
    batch: 11,
    isWide: false,
    ...query,
  }).next();
  if (step.done) throw new Error('expected a statement');
  return step.value;
}

/** Returns the `WHERE` clause of a search in default order. */
function condition(where: Filter, dialect?: SqlEngine): string {
  const { text } = findStatement({ where }, dialect);
  return text.slice(text.indexOf('\nWHERE ') + 1, text.search(/\n(ORDER BY|LIMIT) /));
}

/** Returns all clauses after `FROM`. */
function clauses(order: Order, after: Position): string {
  const { text } = findStatement({ order, after });
  return text.slice(text.indexOf('\nFROM ') + 1);
}

describe('SQL of filters', () => {
  test.each([
    ['t0', ['x', 'y', 'z'], 't0 IN (?, ?, ?)'],
    ['n0', [1, 2.5], 'n0 IN (?, ?)'],
    ['t24', ['x', 'y'], `(overflow ->> 't24') IN (?, ?)`],
    ['n24', [1, 2], `CAST(overflow ->> 'n24' AS REAL) IN (?, ?)`],
    ['id', ['a', 'b'], 'id IN (?, ?)'],
    ['t0', [], '1 = 0'],
  ] as const)(
    'the operator in compares %s with a list of %j in one condition',
    (column, values, expected) => {
      const comparison = { column, op: 'in', values: [...values] } as Comparison;
      expect(condition(comparison).split('\n')[0]).toBe(`WHERE ${expected}`);
    },
  );

  test('text', () => {
    const of = (comparison: { op: Comparison['op']; value?: string }) =>
      condition({ column: 't0', ...comparison } as Comparison);
    expect(of({ op: 'eq', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE t0 = ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'ne', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE t0 IS DISTINCT FROM ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE instr(coalesce(f0, t0), ?) > 0
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'startsWith', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE substr(coalesce(f0, t0), 1, ?) = ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'endsWith', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE substr(coalesce(f0, t0), ?) = ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'empty' })).toMatchInlineSnapshot(
      `
      "WHERE (t0 IS NULL OR t0 = '')
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'notEmpty' })).toMatchInlineSnapshot(
      `
      "WHERE t0 <> ''
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
  });

  test('numbers', () => {
    const of = (comparison: { op: Comparison['op']; value?: number }) =>
      condition({ column: 'n0', ...comparison } as Comparison);
    expect(of({ op: 'eq', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 = ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'ne', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 IS DISTINCT FROM ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'gt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 > ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'gte', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 >= ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'lt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 < ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'lte', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE n0 <= ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(of({ op: 'empty' })).toMatchInlineSnapshot(`
      "WHERE n0 IS NULL
        AND seq >= part_from
        AND seq <= part_to"
    `);
    expect(of({ op: 'notEmpty' })).toMatchInlineSnapshot(
      `
      "WHERE n0 IS NOT NULL
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
  });

  test('slots beyond the columns', () => {
    expect(condition({ column: 't24', op: 'eq', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE (overflow ->> 't24') = ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(condition({ column: 't24', op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE instr(coalesce((overflow ->> 'f24'), lower((overflow ->> 't24'))), ?) > 0
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(condition({ column: 'n99', op: 'lt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE CAST(overflow ->> 'n99' AS REAL) < ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
  });

  test('system columns', () => {
    expect(condition({ column: 'id', op: 'ne', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE id <> ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(condition({ column: 'id', op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE instr(coalesce(id_folded, lower(id)), ?) > 0
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(condition({ column: 'created_at', op: 'gte', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE +created_at >= ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(condition({ column: 'updated_at', op: 'lt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE updated_at < ?
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
  });

  test('combinations', () => {
    const a: Filter = { column: 't0', op: 'eq', value: 'a' };
    const b: Filter = { column: 'n0', op: 'gt', value: 1 };
    expect(condition({ all: [] })).toMatchInlineSnapshot(`
      "WHERE seq > ?
        AND seq < ?"
    `);
    expect(condition({ any: [] })).toMatchInlineSnapshot(`
      "WHERE 1 = 0
        AND seq >= part_from
        AND seq <= part_to"
    `);
    expect(condition({ any: [a, { all: [b, { any: [] }] }] })).toMatchInlineSnapshot(
      `
      "WHERE (
          t0 = ?
          OR (
            n0 > ?
            AND 1 = 0
          )
        )
        AND seq >= part_from
        AND seq <= part_to"
    `,
    );
    expect(
      condition({ all: [a, b] }, { ...sqliteEngine, placeholder: (n) => `$${n}` }),
    ).toMatchInlineSnapshot(`
      "WHERE t0 = $5
        AND n0 > $6
        AND seq >= part_from
        AND seq <= part_to"
    `);
  });

  test('expiry', () => {
    expect(findStatement({ expiredUpTo: 5 }).text).toMatchInlineSnapshot(
      `
      "SELECT id, seq, created_at, updated_at, t0, n0
      FROM scan_parts(
        (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
        (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
      )
      CROSS JOIN records NOT INDEXED
      WHERE seq >= part_from
        AND seq <= part_to
        AND updated_at > ?
      LIMIT ?"
    `,
    );
  });
});

describe('SQL of orders and positions', () => {
  test('default order', () => {
    expect(clauses(NEWEST_FIRST, { value: 5, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE seq > ?
        AND seq < ?
      ORDER BY seq DESC
      LIMIT ?"
    `,
    );
  });

  test('properties, unset values last in both directions', () => {
    expect(clauses({ column: 'n0', direction: 'asc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM scan_parts(
          (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
          (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
        )
        CROSS JOIN records NOT INDEXED
        WHERE (
            n0 > ?
            OR (n0 = ? AND seq < ?)
            OR n0 IS NULL
          )
          AND seq >= part_from
          AND seq <= part_to
        ORDER BY n0 ASC NULLS LAST, seq DESC
        LIMIT ?
      ) AS page
      CROSS JOIN records
      WHERE seq > ?
        AND seq < ?
        AND seq = found
      ORDER BY n0 ASC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 't0', direction: 'desc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM scan_parts(
          (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
          (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
        )
        CROSS JOIN records NOT INDEXED
        WHERE (
            t0 < ?
            OR (t0 = ? AND seq < ?)
            OR t0 IS NULL
          )
          AND seq >= part_from
          AND seq <= part_to
        ORDER BY t0 DESC NULLS LAST, seq DESC
        LIMIT ?
      ) AS page
      CROSS JOIN records
      WHERE seq > ?
        AND seq < ?
        AND seq = found
      ORDER BY t0 DESC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 'n0', direction: 'desc' }, { value: null, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM scan_parts(
          (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
          (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
        )
        CROSS JOIN records NOT INDEXED
        WHERE n0 IS NULL
          AND seq >= part_from
          AND seq <= part_to
        ORDER BY n0 DESC NULLS LAST, seq DESC
        LIMIT ?
      ) AS page
      CROSS JOIN records
      WHERE seq > ?
        AND seq < ?
        AND seq = found
      ORDER BY n0 DESC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 't24', direction: 'asc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM scan_parts(
          (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
          (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
        )
        CROSS JOIN records NOT INDEXED
        WHERE (
            (overflow ->> 't24') > ?
            OR ((overflow ->> 't24') = ? AND seq < ?)
            OR (overflow ->> 't24') IS NULL
          )
          AND seq >= part_from
          AND seq <= part_to
        ORDER BY (overflow ->> 't24') ASC NULLS LAST, seq DESC
        LIMIT ?
      ) AS page
      CROSS JOIN records
      WHERE seq > ?
        AND seq < ?
        AND seq = found
      ORDER BY (overflow ->> 't24') ASC NULLS LAST, seq DESC"
    `,
    );
  });

  test('system columns', () => {
    expect(clauses({ column: 'id', direction: 'asc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE id > ?
        AND store_id = ?
      ORDER BY id ASC
      LIMIT ?"
    `,
    );
    expect(clauses({ column: 'created_at', direction: 'desc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE (created_at, seq) < (?, ?)
        AND store_id = ?
      ORDER BY created_at DESC, seq DESC
      LIMIT ?"
    `,
    );
    expect(clauses({ column: 'created_at', direction: 'asc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE (created_at, seq) > (?, ?)
        AND store_id = ?
      ORDER BY created_at ASC, seq ASC
      LIMIT ?"
    `,
    );
    expect(clauses({ column: 'updated_at', direction: 'desc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM scan_parts(
          (SELECT min(seq) FROM records WHERE seq > ? AND seq < ?),
          (SELECT max(seq) FROM records WHERE seq > ? AND seq < ?)
        )
        CROSS JOIN records NOT INDEXED
        WHERE (updated_at, seq) < (?, ?)
          AND seq >= part_from
          AND seq <= part_to
        ORDER BY updated_at DESC, seq DESC
        LIMIT ?
      ) AS page
      CROSS JOIN records
      WHERE seq > ?
        AND seq < ?
        AND seq = found
      ORDER BY updated_at DESC, seq DESC"
    `,
    );
  });
});

describe('SQL of images, fonts and drafts', () => {
  function textOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): string {
    const step = startOperation(sqliteEngine, name, args).next();
    if (step.done) throw new Error('expected a statement');
    return step.value.text;
  }

  test('lists of images', () => {
    const list = (change: Partial<OperationArgs<'listImages'>>) => {
      const every = { accountId: 'a', nameContains: null, type: null, active: null, before: null, limit: 10 };
      const text = textOf('listImages', { ...every, ...change });
      return text.slice(text.indexOf('WHERE '));
    };
    expect(list({})).toMatchInlineSnapshot(`
      "WHERE account_id = ?
      ORDER BY id DESC
      LIMIT ?"
    `);
    expect(list({ active: true, before: 5 })).toMatchInlineSnapshot(
      `
      "WHERE account_id = ?
        AND active = ?
        AND id < ?
      ORDER BY id DESC
      LIMIT ?"
    `,
    );
    expect(list({ type: 'timer', active: false, nameContains: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE account_id = ?
        AND active = ?
        AND type = ?
        AND instr(coalesce(name_folded, lower(name)), ?) > 0
      ORDER BY id DESC
      LIMIT ?"
    `,
    );
  });

  test('what carries the account, what does not, and what locks', () => {
    const image = { accountId: 'a', id: 1 };
    expect([
      textOf('getImage', image),
      textOf('findPublicImage', { publicId: 'p' }),
      textOf('updateImage', { ...image, change: { name: 'n', folder: null, active: true }, now: 1 }),
      textOf('setImageTarget', { ...image, target: { local: 'l', timeZone: 'UTC', instant: 1 }, now: 1 }),
      textOf('setImageThumbnail', { ...image, thumbnail: 'h' }),
      textOf('getFont', image),
      textOf('deleteFont', image),
      textOf('purgeUnusedBlobs', { untouchedSince: 1, limit: 10 }),
      textOf('saveDraft', {
        ref: { accountId: 'a', id: 'tf' },
        expectedRevision: 1,
        image: NEW_IMAGE,
        now: 1,
      }),
      textOf('findDraft', { id: 'tf', now: 1 }),
      textOf('purgeExpiredDrafts', { limit: 10, now: 1 }),
    ]).toMatchInlineSnapshot(`
      [
        "SELECT account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at
      FROM images
      WHERE account_id = ?
        AND id = ?",
        "SELECT account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at
      FROM images
      WHERE public_id = ?",
        "UPDATE images
      SET updated_at = ?,
          name = ?,
          name_folded = ?,
          folder = ?,
          active = ?
      WHERE account_id = ?
        AND id = ?
      RETURNING account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at",
        "UPDATE images
      SET version = version + 1,
          updated_at = ?,
          target_local = ?,
          target_zone = ?,
          target_instant = ?
      WHERE account_id = ?
        AND id = ?
        AND type = 'timer'
      RETURNING account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at",
        "UPDATE images
      SET thumbnail = ?
      WHERE account_id = ?
        AND id = ?
        AND thumbnail IS NULL
      RETURNING id",
        "SELECT account_id, id, blob, sample, family, style, full_name, weight, italic, format, variable,
        glyph_count, has_digits, bytes, created_at
      FROM fonts
      WHERE account_id = ?
        AND id = ?",
        "DELETE FROM fonts
      WHERE account_id = ?
        AND id = ?",
        "SELECT hash
      FROM blobs
      WHERE uses = 0
        AND touched_at < ?
      ORDER BY touched_at
      LIMIT ?",
        "SELECT kind, id, account_id, conversation_id, name, revision, design, image_id, created_at,
        updated_at, expires_at
      FROM timer_frames
      WHERE id = ?
        AND account_id = ?
        AND expires_at > ?",
        "SELECT kind, id, account_id, conversation_id, name, revision, design, image_id, created_at,
        updated_at, expires_at
      FROM timer_frames
      WHERE id = ?
        AND expires_at > ?",
        "DELETE FROM timer_frames
      WHERE id IN (
        SELECT id
        FROM timer_frames
        WHERE expires_at <= ?
        ORDER BY expires_at
        LIMIT ?
      )
        AND expires_at <= ?",
      ]
    `);
  });
});
