import { NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Comparison, Filter, Order, Position } from '@vitrine/core/storage';
import { type OperationArgs, type OperationName, startOperation } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import { NEW_IMAGE } from '../../../test/new-image.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresEngine } from './postgres-engine.ts';

const dialect = postgresEngine(profileOf('postgres'));

function findStatement(
  change: { where?: Filter; order?: Order; after?: Position | null; expiredUpTo?: number | null } = {},
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
function condition(where: Filter): string {
  const { text } = findStatement({ where });
  return text.slice(text.indexOf('\nWHERE ') + 1, text.indexOf('\nORDER BY '));
}

/** Returns all clauses after `FROM`. */
function clauses(order: Order, after: Position): string {
  const { text } = findStatement({ order, after });
  return text.slice(text.indexOf('\nFROM ') + 1);
}

describe('SQL of filters', () => {
  test.each([
    ['t0', ['x', 'y "'], 't0 = ANY(CAST($1 AS text[]))', '{"x","y \\""}'],
    ['n0', [1, 2.5], 'n0 = ANY(CAST($1 AS double precision[]))', '{1,2.5}'],
    ['t24', ['x', 'y'], `((overflow ->> 't24') COLLATE "C") = ANY(CAST($1 AS text[]))`, '{"x","y"}'],
    [
      'n24',
      [1, 2],
      `CAST(overflow ->> 'n24' AS double precision) = ANY(CAST($1 AS double precision[]))`,
      '{1,2}',
    ],
    ['id', ['a', 'b'], 'id = ANY(CAST($1 AS text[]))', '{"a","b"}'],
    ['t0', [], '1 = 0', 's'],
  ] as const)(
    'the operator in compares %s with a list of %j in one condition',
    (column, values, expected, first) => {
      const comparison = { column, op: 'in', values: [...values] } as Comparison;
      expect(condition(comparison).split('\n')[0]).toBe(`WHERE ${expected}`);
      expect(findStatement({ where: comparison }).values[0]).toBe(first);
    },
  );

  test('text', () => {
    const of = (comparison: { op: Comparison['op']; value?: string }) =>
      condition({ column: 't0', ...comparison } as Comparison);
    expect(of({ op: 'eq', value: 'x' })).toMatchInlineSnapshot(`
      "WHERE t0 = $1
        AND store_id = $2"
    `);
    expect(of({ op: 'ne', value: 'x' })).toMatchInlineSnapshot(`
      "WHERE t0 IS DISTINCT FROM $1
        AND store_id = $2"
    `);
    expect(of({ op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE strpos(coalesce(f0, t0), $1) > 0
        AND store_id = $2"
    `,
    );
    expect(of({ op: 'startsWith', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE substr(coalesce(f0, t0), 1, $1) = $2
        AND store_id = $3"
    `,
    );
    expect(of({ op: 'endsWith', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE right(coalesce(f0, t0), $1) = $2
        AND store_id = $3"
    `,
    );
    expect(of({ op: 'empty' })).toMatchInlineSnapshot(`
      "WHERE (t0 IS NULL OR t0 = '')
        AND store_id = $1"
    `);
    expect(of({ op: 'notEmpty' })).toMatchInlineSnapshot(`
      "WHERE t0 <> ''
        AND store_id = $1"
    `);
  });

  test('numbers', () => {
    const of = (comparison: { op: Comparison['op']; value?: number }) =>
      condition({ column: 'n0', ...comparison } as Comparison);
    expect(of({ op: 'eq', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 = $1
        AND store_id = $2"
    `);
    expect(of({ op: 'ne', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 IS DISTINCT FROM $1
        AND store_id = $2"
    `);
    expect(of({ op: 'gt', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 > $1
        AND store_id = $2"
    `);
    expect(of({ op: 'gte', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 >= $1
        AND store_id = $2"
    `);
    expect(of({ op: 'lt', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 < $1
        AND store_id = $2"
    `);
    expect(of({ op: 'lte', value: 1 })).toMatchInlineSnapshot(`
      "WHERE n0 <= $1
        AND store_id = $2"
    `);
    expect(of({ op: 'empty' })).toMatchInlineSnapshot(`
      "WHERE n0 IS NULL
        AND store_id = $1"
    `);
    expect(of({ op: 'notEmpty' })).toMatchInlineSnapshot(`
      "WHERE n0 IS NOT NULL
        AND store_id = $1"
    `);
  });

  test('slots beyond the columns', () => {
    expect(condition({ column: 't24', op: 'eq', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE ((overflow ->> 't24') COLLATE "C") = $1
        AND store_id = $2"
    `,
    );
    expect(condition({ column: 't24', op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE strpos(coalesce(((overflow ->> 'f24') COLLATE "C"), lower(((overflow ->> 't24') COLLATE "C"))), $1) > 0
        AND store_id = $2"
    `,
    );
    expect(condition({ column: 'n99', op: 'lt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE CAST(overflow ->> 'n99' AS double precision) < $1
        AND store_id = $2"
    `,
    );
  });

  test('system columns', () => {
    expect(condition({ column: 'id', op: 'ne', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE id <> $1
        AND store_id = $2"
    `,
    );
    expect(condition({ column: 'id', op: 'contains', value: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE strpos(coalesce(id_folded, lower(id)), $1) > 0
        AND store_id = $2"
    `,
    );
    expect(condition({ column: 'created_at', op: 'gte', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE +created_at >= $1
        AND store_id = $2"
    `,
    );
    expect(condition({ column: 'updated_at', op: 'lt', value: 1 })).toMatchInlineSnapshot(
      `
      "WHERE updated_at < $1
        AND store_id = $2"
    `,
    );
  });

  test('combinations', () => {
    const a: Filter = { column: 't0', op: 'eq', value: 'a' };
    const b: Filter = { column: 'n0', op: 'gt', value: 1 };
    expect(condition({ all: [] })).toMatchInlineSnapshot(`"WHERE store_id = $1"`);
    expect(condition({ any: [] })).toMatchInlineSnapshot(`
      "WHERE 1 = 0
        AND store_id = $1"
    `);
    expect(condition({ any: [a, { all: [b, { any: [] }] }] })).toMatchInlineSnapshot(
      `
      "WHERE (
          t0 = $1
          OR (
            n0 > $2
            AND 1 = 0
          )
        )
        AND store_id = $3"
    `,
    );
    expect(condition({ all: [a, b] })).toMatchInlineSnapshot(`
      "WHERE t0 = $1
        AND n0 > $2
        AND store_id = $3"
    `);
  });

  test('expiry', () => {
    expect(findStatement({ expiredUpTo: 5 }).text).toMatchInlineSnapshot(
      `
      "SELECT id, seq, created_at, updated_at, t0, n0
      FROM records
      WHERE store_id = $1
        AND updated_at > $2
      ORDER BY seq DESC
      LIMIT $3"
    `,
    );
  });
});

describe('SQL of orders and positions', () => {
  test('default order', () => {
    expect(clauses(NEWEST_FIRST, { value: 5, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE store_id = $1
        AND seq < $2
      ORDER BY seq DESC
      LIMIT $3"
    `,
    );
  });

  test('properties, unset values last in both directions', () => {
    expect(clauses({ column: 'n0', direction: 'asc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM records
        WHERE (
            n0 > $1
            OR (n0 = $2 AND seq < $3)
            OR n0 IS NULL
          )
          AND store_id = $4
        ORDER BY n0 ASC NULLS LAST, seq DESC
        LIMIT $5
      ) AS page
      CROSS JOIN records
      WHERE store_id = $6
        AND seq = found
      ORDER BY n0 ASC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 't0', direction: 'desc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM records
        WHERE (
            t0 < $1
            OR (t0 = $2 AND seq < $3)
            OR t0 IS NULL
          )
          AND store_id = $4
        ORDER BY t0 DESC NULLS LAST, seq DESC
        LIMIT $5
      ) AS page
      CROSS JOIN records
      WHERE store_id = $6
        AND seq = found
      ORDER BY t0 DESC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 'n0', direction: 'desc' }, { value: null, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM records
        WHERE n0 IS NULL
          AND store_id = $1
          AND seq < $2
        ORDER BY n0 DESC NULLS LAST, seq DESC
        LIMIT $3
      ) AS page
      CROSS JOIN records
      WHERE store_id = $4
        AND seq = found
      ORDER BY n0 DESC NULLS LAST, seq DESC"
    `,
    );
    expect(clauses({ column: 't24', direction: 'asc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM records
        WHERE (
            ((overflow ->> 't24') COLLATE "C") > $1
            OR (((overflow ->> 't24') COLLATE "C") = $2 AND seq < $3)
            OR ((overflow ->> 't24') COLLATE "C") IS NULL
          )
          AND store_id = $4
        ORDER BY ((overflow ->> 't24') COLLATE "C") ASC NULLS LAST, seq DESC
        LIMIT $5
      ) AS page
      CROSS JOIN records
      WHERE store_id = $6
        AND seq = found
      ORDER BY ((overflow ->> 't24') COLLATE "C") ASC NULLS LAST, seq DESC"
    `,
    );
  });

  test('system columns', () => {
    expect(clauses({ column: 'id', direction: 'asc' }, { value: 'x', seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE id > $1
        AND store_id = $2
      ORDER BY id ASC
      LIMIT $3"
    `,
    );
    expect(clauses({ column: 'created_at', direction: 'desc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE (created_at, seq) < ($1, $2)
        AND store_id = $3
      ORDER BY created_at DESC, seq DESC
      LIMIT $4"
    `,
    );
    expect(clauses({ column: 'created_at', direction: 'asc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM records
      WHERE (created_at, seq) > ($1, $2)
        AND store_id = $3
      ORDER BY created_at ASC, seq ASC
      LIMIT $4"
    `,
    );
    expect(clauses({ column: 'updated_at', direction: 'desc' }, { value: 1, seq: 5 })).toMatchInlineSnapshot(
      `
      "FROM (
        SELECT seq AS found
        FROM records
        WHERE (updated_at, seq) < ($1, $2)
          AND store_id = $3
        ORDER BY updated_at DESC, seq DESC
        LIMIT $4
      ) AS page
      CROSS JOIN records
      WHERE store_id = $5
        AND seq = found
      ORDER BY updated_at DESC, seq DESC"
    `,
    );
  });
});

describe('SQL of aggregates', () => {
  const start = (op: 'sum' | 'avg' | 'min') =>
    startOperation(dialect, 'aggregateRecords', {
      storeId: 's',
      storeNumber: 1,
      expiredUpTo: null,
      where: { all: [] },
      op,
      slot: 'n0',
    });
  const textOf = (step: IteratorResult<{ text: string }, unknown>) =>
    step.done ? `done: ${step.value}` : step.value.text;

  test('the least is asked for as it is', () => {
    expect(textOf(start('min').next())).toMatchInlineSnapshot(
      `
      "SELECT min(n0)
      FROM records
      WHERE store_id = $1"
    `,
    );
  });

  test('sums count millionths, add other numbers as decimals, and are rounded once', () => {
    expect(textOf(start('sum').next())).toMatchInlineSnapshot(
      `
      "SELECT CASE
        WHEN count(n0) = 0
        THEN NULL
        WHEN abs((
          coalesce(
            sum(CAST(round(n0 * CAST(1000000 AS double precision)) AS bigint))
              FILTER (WHERE (abs(n0) <= 1000000000 AND round(n0 * CAST(1000000 AS double precision)) / CAST(1000000 AS double precision) = n0)),
            0
          ) * 0.000001
          + coalesce(
            sum(CAST(CAST(n0 AS text) AS numeric))
              FILTER (WHERE NOT (abs(n0) <= 1000000000 AND round(n0 * CAST(1000000 AS double precision)) / CAST(1000000 AS double precision) = n0)),
            0
          )
        )) < 2.5e-324
        THEN 0
        ELSE CAST((
          coalesce(
            sum(CAST(round(n0 * CAST(1000000 AS double precision)) AS bigint))
              FILTER (WHERE (abs(n0) <= 1000000000 AND round(n0 * CAST(1000000 AS double precision)) / CAST(1000000 AS double precision) = n0)),
            0
          ) * 0.000001
          + coalesce(
            sum(CAST(CAST(n0 AS text) AS numeric))
              FILTER (WHERE NOT (abs(n0) <= 1000000000 AND round(n0 * CAST(1000000 AS double precision)) / CAST(1000000 AS double precision) = n0)),
            0
          )
        ) AS double precision)
      END
      FROM records
      WHERE store_id = $1"
    `,
    );
  });
});

describe('SQL of writes', () => {
  const store = { storeId: 's', storeNumber: 1, accountId: 'a', version: 1 };
  const guard = { ...store, now: 5, expiredUpTo: null, by: null, log: null };
  const record = { id: 'r', shape: 't0,n0', values: ['x', 1] };
  const given = { ...record, complete: true };

  function firstOf(step: IteratorResult<{ text: string; alone?: true }, unknown>) {
    if (step.done) throw new Error('expected a statement');
    return step.value;
  }

  test('a record is inserted under its guard by one statement', () => {
    const statement = firstOf(startOperation(dialect, 'insertRecord', { ...guard, record }).next());
    expect(statement.alone).toBe(true);
    expect(statement.text).toMatchInlineSnapshot(
      `
      "WITH store AS MATERIALIZED (
        SELECT id, CASE WHEN $1 <> '' THEN set_config('vitrine.change', $2, TRUE) END
        FROM stores
        WHERE id = $3
          AND account_id = $4
          AND version = $5
          AND deleted_at IS NULL
        FOR SHARE
      ),
      created AS (
        INSERT INTO records (
          store_id,
          seq,
          id,
          id_folded,
          created_at,
          updated_at,
          t0,
          f0,
          n0
        )
        SELECT
          id,
          nextval('records_numbers'),
          $6,
          $7,
          CAST($8 AS bigint),
          CAST($9 AS bigint),
          $10,
          $11,
          CAST($12 AS double precision)
        FROM store
        ON CONFLICT (store_id, id) DO NOTHING
        RETURNING 1
      )
      SELECT
        (SELECT count(*) FROM store),
        (SELECT count(*) FROM created)"
    `,
    );
  });

  test('full records are upserted without looking first', () => {
    const args = { ...guard, storeShape: 't0,n0', records: [given] };
    const statement = firstOf(startOperation(dialect, 'upsertRecords', args).next());
    expect(statement.alone).toBe(true);
    expect(statement.text).toMatchInlineSnapshot(
      `
      "WITH store AS MATERIALIZED (
        SELECT id, CASE WHEN $1 <> '' THEN set_config('vitrine.change', $2, TRUE) END
        FROM stores
        WHERE id = $3
          AND account_id = $4
          AND version = $5
          AND deleted_at IS NULL
        FOR SHARE
      ),
      given AS MATERIALIZED (
        SELECT *
        FROM unnest(
          CAST($6 AS text[]),
          CAST($7 AS text[]),
          CAST($8 AS text[]),
          CAST($9 AS text[]),
          CAST($10 AS double precision[])
        ) WITH ORDINALITY AS given (
          new_id,
          new_id_folded,
          new_t0,
          new_f0,
          new_n0,
          place
        )
      ),
      numbered AS MATERIALIZED (
        SELECT ordered.*, nextval('records_numbers') AS new_seq
        FROM (
          SELECT given.*
          FROM given, store
          ORDER BY place
        ) AS ordered
      ),
      written AS (
        INSERT INTO records (
          store_id,
          seq,
          id,
          id_folded,
          created_at,
          updated_at,
          t0,
          f0,
          n0
        )
        SELECT
          $11,
          new_seq,
          new_id,
          new_id_folded,
          CAST($12 AS bigint),
          CAST($13 AS bigint),
          new_t0,
          new_f0,
          new_n0
        FROM numbered
        ORDER BY new_id COLLATE "C"
        ON CONFLICT (store_id, id) DO UPDATE
        SET updated_at = excluded.updated_at,
            t0 = excluded.t0,
            f0 = excluded.f0,
            n0 = excluded.n0
        RETURNING id AS written_id, seq AS written_seq
      )
      SELECT string_agg(
        CASE
          WHEN written_seq = new_seq THEN '0'
          WHEN written_seq IS NOT NULL THEN '1'
          ELSE '3'
        END,
        ''
        ORDER BY place
      )
      FROM numbered
      LEFT JOIN written ON written_id = new_id"
    `,
    );
  });

  test('records of several shapes are upserted by one statement too', () => {
    const other = { id: 'q', shape: 't24', values: ['y'], complete: false };
    const args = { ...guard, storeShape: 't0,n0,t24', records: [given, other] };
    const statement = firstOf(startOperation(dialect, 'upsertRecords', args).next());
    expect(statement.alone).toBe(true);
    expect(statement.text).toMatchInlineSnapshot(
      `
      "WITH store AS MATERIALIZED (
        SELECT id, CASE WHEN $1 <> '' THEN set_config('vitrine.change', $2, TRUE) END
        FROM stores
        WHERE id = $3
          AND account_id = $4
          AND version = $5
          AND deleted_at IS NULL
        FOR SHARE
      ),
      given AS MATERIALIZED (
        SELECT *
        FROM unnest(
          CAST($6 AS text[]),
          CAST($7 AS text[]),
          CAST($8 AS text[]),
          CAST($9 AS text[]),
          CAST($10 AS double precision[]),
          CAST($11 AS integer[]),
          CAST($12 AS integer[]),
          CAST($13 AS bigint[]),
          CAST($14 AS jsonb[])
        ) WITH ORDINALITY AS given (
          new_id,
          new_id_folded,
          new_t0,
          new_f0,
          new_n0,
          complete,
          bytes,
          mask_0,
          patch,
          place
        )
      ),
      looked AS MATERIALIZED (
        SELECT *
        FROM (
          SELECT given.*
          FROM given, store
          ORDER BY new_id COLLATE "C"
        ) AS given
        LEFT JOIN LATERAL (
          SELECT
            seq AS old_seq,
            CASE
                WHEN (mask_0 & 1) <> 0 THEN 0
                ELSE coalesce(octet_length(t0), 0)
              END
              + CASE
                WHEN (mask_0 & 4) <> 0 THEN 0
                ELSE coalesce(octet_length(((overflow ->> 't24') COLLATE "C")), 0)
              END AS kept,
            t0 AS old_t0,
            f0 AS old_f0,
            n0 AS old_n0,
            overflow AS old_overflow
          FROM records
          WHERE store_id = $15
            AND id = new_id
          FOR UPDATE
        ) AS found ON TRUE
      ),
      fitting AS MATERIALIZED (
        SELECT ordered.*, coalesce(old_seq, nextval('records_numbers')) AS row_seq
        FROM (
          SELECT *
          FROM looked
          WHERE CASE WHEN old_seq IS NULL THEN complete = 1 ELSE kept + bytes <= 262144 END
          ORDER BY place
        ) AS ordered
      ),
      written AS (
        INSERT INTO records (
          store_id,
          seq,
          id,
          id_folded,
          created_at,
          updated_at,
          t0,
          f0,
          n0,
          overflow
        )
        SELECT
          $16,
          row_seq,
          new_id,
          new_id_folded,
          CAST($17 AS bigint),
          CAST($18 AS bigint),
          CASE WHEN (mask_0 & 1) <> 0 THEN new_t0 ELSE old_t0 END,
          CASE WHEN (mask_0 & 1) <> 0 THEN new_f0 ELSE old_f0 END,
          CASE WHEN (mask_0 & 2) <> 0 THEN new_n0 ELSE old_n0 END,
          nullif(jsonb_strip_nulls(coalesce(old_overflow, '{}') || patch), '{}')
        FROM fitting
        ORDER BY new_id COLLATE "C"
        ON CONFLICT (store_id, id) DO UPDATE
        SET updated_at = excluded.updated_at,
            t0 = excluded.t0,
            f0 = excluded.f0,
            n0 = excluded.n0,
            overflow = excluded.overflow
        WHERE records.seq = excluded.seq
        RETURNING id AS written_id
      )
      SELECT string_agg(
        CASE
          WHEN written_id IS NOT NULL AND old_seq IS NULL THEN '0'
          WHEN written_id IS NOT NULL THEN '1'
          WHEN old_seq IS NOT NULL THEN '3'
          WHEN complete = 0 THEN '2'
          ELSE raise_contention(place)
        END,
        ''
        ORDER BY place
      )
      FROM looked
      LEFT JOIN written ON written_id = new_id"
    `,
    );
  });

  test('where records expire an upsert leaves nothing of what has', () => {
    const args = { ...guard, expiredUpTo: 4, storeShape: 't0,n0', records: [given] };
    const { text } = firstOf(startOperation(dialect, 'upsertRecords', args).next());
    expect(text.slice(text.indexOf('ON CONFLICT'), text.indexOf('t2 = CASE'))).toMatchInlineSnapshot(`
      "ON CONFLICT (store_id, id) DO UPDATE
        SET updated_at = excluded.updated_at,
            t0 = excluded.t0,
            f0 = excluded.f0,
            n0 = excluded.n0,
            seq = CASE WHEN records.updated_at > $14 THEN records.seq ELSE excluded.seq END,
            created_at = CASE WHEN records.updated_at > $15 THEN records.created_at ELSE excluded.created_at END,
            overflow = CASE WHEN records.updated_at > $16 THEN records.overflow END,
            t1 = CASE WHEN records.updated_at > $17 THEN records.t1 END,
            f1 = CASE WHEN records.updated_at > $18 THEN records.f1 END,
            n1 = CASE WHEN records.updated_at > $19 THEN records.n1 END,
            "
    `);
  });

  test('one id twice takes a transaction, because no statement changes a record twice', () => {
    const args = { ...guard, storeShape: 't0,n0', records: [given, given] };
    const statement = firstOf(startOperation(dialect, 'upsertRecords', args).next());
    expect(statement.alone).toBeUndefined();
    expect(statement.text).toMatchInlineSnapshot(
      `
      "SELECT id
      FROM stores
      WHERE id = $1
        AND account_id = $2
        AND version = $3
        AND deleted_at IS NULL
      FOR SHARE"
    `,
    );
  });

  test('a patch finds, measures, merges and answers in one statement', () => {
    const record = { id: 'r', shape: 't0', values: ['x'] };
    const args = { ...guard, storeShape: 't0,t1,n0', record, expected: null };
    const statement = firstOf(startOperation(dialect, 'patchRecord', args).next());
    expect(statement.alone).toBe(true);
    expect(statement.text).toMatchInlineSnapshot(
      `
      "WITH store AS MATERIALIZED (
        SELECT id, CASE WHEN $1 <> '' THEN set_config('vitrine.change', $2, TRUE) END
        FROM stores
        WHERE id = $3
          AND account_id = $4
          AND version = $5
          AND deleted_at IS NULL
        FOR SHARE
      ),
      existing AS MATERIALIZED (
        SELECT coalesce(octet_length(t1), 0) AS kept
        FROM records
        WHERE store_id = $6
          AND id = $7
          AND EXISTS (SELECT 1 FROM store)
        FOR UPDATE
      ),
      changed AS (
        UPDATE records
        SET updated_at = $8,
            t0 = $9,
            f0 = $10
        FROM existing
        WHERE store_id = $11
          AND id = $12
          AND kept + CAST($13 AS bigint) <= 262144
        RETURNING id, seq, created_at, updated_at, t0, t1, n0
      )
      SELECT
        (SELECT count(*) FROM store),
        (SELECT count(*) FROM existing),
        changed.*
      FROM (SELECT 1) AS always
      LEFT JOIN changed ON TRUE"
    `,
    );
  });

  test('any number of records is deleted by one statement', () => {
    const args = {
      storeId: 's',
      storeNumber: 1,
      expiredUpTo: 4,
      now: 9,
      by: null,
      isLogged: false,
      ids: ['a', 'b'],
    };
    const statement = firstOf(startOperation(dialect, 'deleteRecords', args).next());
    expect(statement.alone).toBe(true);
    expect(statement.text).toMatchInlineSnapshot(
      `
      "WITH store AS MATERIALIZED (
        SELECT
          version,
          CASE
            WHEN is_logged = 1
            THEN set_config(
              'vitrine.change',
              '{"version":' || version || CASE WHEN history IS NULL THEN '' ELSE ',"keeps":true' END || $1,
              TRUE
            )
          END AS context,
          is_logged
        FROM stores
        WHERE id = $2
        FOR SHARE
      ),
      doomed AS MATERIALIZED (
        SELECT id
        FROM records
        WHERE store_id = $3
          AND id = ANY($4)
          AND updated_at > $5
          AND EXISTS (SELECT FROM store)
        ORDER BY id
        FOR UPDATE
      )
      DELETE FROM records
      WHERE store_id = $6
        AND id = ANY(ARRAY(SELECT id FROM doomed))
      RETURNING id"
    `,
    );
  });
});

describe('SQL of images, fonts and drafts', () => {
  function textOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): string {
    const step = startOperation(dialect, name, args).next();
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
      "WHERE account_id = $1
      ORDER BY id DESC
      LIMIT $2"
    `);
    expect(list({ active: true, before: 5 })).toMatchInlineSnapshot(
      `
      "WHERE account_id = $1
        AND active = $2
        AND id < $3
      ORDER BY id DESC
      LIMIT $4"
    `,
    );
    expect(list({ type: 'timer', active: false, nameContains: 'x' })).toMatchInlineSnapshot(
      `
      "WHERE account_id = $1
        AND active = $2
        AND type = $3
        AND strpos(coalesce(name_folded, lower(name)), $4) > 0
      ORDER BY id DESC
      LIMIT $5"
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
      WHERE account_id = $1
        AND id = $2",
        "SELECT account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at
      FROM images
      WHERE public_id = $1",
        "UPDATE images
      SET updated_at = $1,
          name = $2,
          name_folded = $3,
          folder = $4,
          active = $5
      WHERE account_id = $6
        AND id = $7
      RETURNING account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at",
        "UPDATE images
      SET version = version + 1,
          updated_at = $1,
          target_local = $2,
          target_zone = $3,
          target_instant = $4
      WHERE account_id = $5
        AND id = $6
        AND type = 'timer'
      RETURNING account_id, id, public_id, type, name, folder, active, width, height, format, animated,
        bytes, blob, thumbnail, design, resources, target_local, target_zone, target_instant,
        version, created_at, updated_at",
        "UPDATE images
      SET thumbnail = $1
      WHERE account_id = $2
        AND id = $3
        AND thumbnail IS NULL
      RETURNING id",
        "SELECT account_id, id, blob, sample, family, style, full_name, weight, italic, format, variable,
        glyph_count, has_digits, bytes, created_at
      FROM fonts
      WHERE account_id = $1
        AND id = $2",
        "DELETE FROM fonts
      WHERE account_id = $1
        AND id = $2",
        "SELECT hash
      FROM blobs
      WHERE uses = 0
        AND touched_at < $1
      ORDER BY touched_at
      LIMIT $2
      FOR UPDATE SKIP LOCKED",
        "SELECT kind, id, account_id, conversation_id, name, revision, design, image_id, created_at,
        updated_at, expires_at
      FROM timer_frames
      WHERE id = $1
        AND account_id = $2
        AND expires_at > $3
      FOR UPDATE",
        "SELECT kind, id, account_id, conversation_id, name, revision, design, image_id, created_at,
        updated_at, expires_at
      FROM timer_frames
      WHERE id = $1
        AND expires_at > $2",
        "DELETE FROM timer_frames
      WHERE id IN (
        SELECT id
        FROM timer_frames
        WHERE expires_at <= $1
        ORDER BY expires_at
        LIMIT $2
      )
        AND expires_at <= $3",
      ]
    `);
  });
});
