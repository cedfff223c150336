import { SLOT_COLUMNS } from '@vitrine/core/storage';
import { type Sql, text } from '@vitrine/storage-sql';

const SLOTS = ['t', 'n'].flatMap((kind) => Array.from({ length: SLOT_COLUMNS }, (_, i) => `${kind}${i}`));

/** Returns the expression of the names of those slots that meet a condition, joined with commas. */
function slotNames(condition: (column: string) => string, overflowing: string): string {
  const own = SLOTS.map((slot) => `CASE WHEN ${condition(slot)} THEN '${slot}' END`);
  return `concat_ws(
      ',',
      ${[...own, overflowing].join(',\n      ')}
    )`;
}

/** Returns the names of slots in an overflow column. Its other members are folded texts. */
function overflowNames(members: string, condition: string): string {
  return `(
        SELECT string_agg(name, ',')
        FROM jsonb_object_keys(${members}) AS name
        WHERE left(name, 1) <> 'f'
          AND ${condition}
      )`;
}

/** Returns the expression of the slots that are set in a row. */
function slotsOf(row: string): string {
  const members = `CASE WHEN ${row}.overflow IS NOT NULL THEN ${overflowNames(`${row}.overflow`, 'TRUE')} END`;
  return slotNames((column) => `${row}.${column} IS NOT NULL`, members);
}

/** Returns the expression of the slots in which two rows differ. */
function slotsChanged(before: string, after: string): string {
  const both = `coalesce(${before}.overflow, '{}') || coalesce(${after}.overflow, '{}')`;
  const differs = `${before}.overflow -> name IS DISTINCT FROM ${after}.overflow -> name`;
  const members = `CASE
        WHEN ${before}.overflow IS DISTINCT FROM ${after}.overflow
        THEN ${overflowNames(both, differs)}
      END`;
  return slotNames((column) => `${before}.${column} IS DISTINCT FROM ${after}.${column}`, members);
}

/** Returns the expression of all values of a row by slot as JSON, if the store keeps them. */
function valuesOf(row: string): string {
  const own = SLOTS.map((slot) => `'${slot}', ${row}.${slot}`);
  return `CASE
      WHEN keeps THEN CAST(
        jsonb_strip_nulls(
          jsonb_build_object(
            ${own.join(',\n            ')}
          )
        ) || coalesce(
          (
            SELECT jsonb_object_agg(name, value)
            FROM jsonb_each(${row}.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          ),
          '{}'
        ) AS text
      )
    END`;
}

/** The columns of the entries that a statement makes: by record, and in order within one. */
interface EntrySource {
  readonly type: string;
  readonly step: string;
  readonly at: string;
  readonly id: string;
  readonly storeId: string;
  readonly slots: string;
  readonly before: string;
  readonly createdAt: string;
  readonly from: string;
}

function selectEntries({ type, step, at, id, storeId, slots, before, createdAt, from }: EntrySource): string {
  return `SELECT
    ${storeId} AS store_id,
    ${id} AS id,
    ${step} AS step,
    ${type} AS type,
    ${at} AS at,
    ${slots} AS slots,
    ${before} AS before_values,
    ${createdAt} AS created_at
  FROM ${from}`;
}

const WITHOUT_VALUES = { before: 'CAST(NULL AS text)', createdAt: 'CAST(NULL AS bigint)' };

/**
 * Returns the function that appends the entries of a statement, and its trigger. It is called only if the statement has given a
 * context (`change-context.ts`), so a store whose log is off costs one look at a setting.
 *
 * Entries of one record have rising numbers in the order of its changes, because a later change waits for the lock of the row
 * before it draws numbers.
 */
function appendOn(
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  tables: string,
  sources: readonly EntrySource[],
): readonly Sql[] {
  const name = `append_record_${event.toLowerCase()}s`;
  const entries = sources.map(selectEntries).join('\n  UNION ALL\n  ');
  return [
    text(`CREATE FUNCTION ${name}() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  context CONSTANT jsonb := current_setting('vitrine.change');
  keeps CONSTANT boolean := context ->> 'keeps';
  changed_at CONSTANT bigint := context ->> 'at';
  version CONSTANT bigint := context ->> 'version';
  import CONSTANT text := context ->> 'import';
BEGIN
  WITH numbered AS MATERIALIZED (
    SELECT nextval('change_numbers') AS seq, ordered.*
    FROM (
      SELECT *
      FROM (
        ${entries}
      ) AS entries
      WHERE type <> 'record.updated' OR slots <> ''
      ORDER BY id, step
    ) AS ordered
  ),
  announced AS (
    INSERT INTO changes (store_id, seq, type, at, store_version, slots, record_id)
    SELECT store_id, seq, type, at, version, slots, id
    FROM numbered
    WHERE import IS NULL
  )
  INSERT INTO record_history (
    store_id, seq, type, at, store_version, slots, record_id, before_values, created_at, by_id, by_name,
    import_id, bytes
  )
  SELECT
    store_id, seq, type, at, version, slots, id, before_values, created_at,
    context -> 'by' ->> 'id', context -> 'by' ->> 'name', import, coalesce(octet_length(before_values), 0)
  FROM numbered
  WHERE keeps;
  RETURN NULL;
END
$$`),
    text(`CREATE TRIGGER append_${event.toLowerCase()}s AFTER ${event} ON records
REFERENCING ${tables}
FOR EACH STATEMENT
WHEN (current_setting('vitrine.change', TRUE) <> '')
EXECUTE FUNCTION ${name}()`),
  ];
}

/** The statements that create the triggers by which writes of records append to the log of their store. */
export const changeTriggers: readonly Sql[] = [
  ...appendOn('INSERT', 'NEW TABLE AS inserted', [
    {
      type: "'record.created'",
      step: '0',
      at: 'coalesce(changed_at, inserted.updated_at)',
      id: 'inserted.id',
      storeId: 'inserted.store_id',
      slots: slotsOf('inserted'),
      ...WITHOUT_VALUES,
      from: 'inserted',
    },
  ]),
  // An expired record that is replaced has another number afterwards.
  ...appendOn('UPDATE', 'OLD TABLE AS before NEW TABLE AS after', [
    {
      type: "'record.updated'",
      step: '0',
      at: 'after.updated_at',
      id: 'after.id',
      storeId: 'after.store_id',
      slots: slotsChanged('before', 'after'),
      before: valuesOf('before'),
      createdAt: 'CASE WHEN keeps THEN before.created_at END',
      from: 'after JOIN before ON before.store_id = after.store_id AND before.seq = after.seq',
    },
    {
      type: "'record.expired'",
      step: '0',
      at: 'after.updated_at',
      id: 'after.id',
      storeId: 'after.store_id',
      slots: "''",
      ...WITHOUT_VALUES,
      from: 'after JOIN before ON before.store_id = after.store_id AND before.id = after.id AND before.seq <> after.seq',
    },
    {
      type: "'record.created'",
      step: '1',
      at: 'after.updated_at',
      id: 'after.id',
      storeId: 'after.store_id',
      slots: slotsOf('after'),
      ...WITHOUT_VALUES,
      from: 'after JOIN before ON before.store_id = after.store_id AND before.id = after.id AND before.seq <> after.seq',
    },
  ]),
  ...appendOn('DELETE', 'OLD TABLE AS deleted', [
    {
      type: "context ->> 'gone'",
      step: '0',
      at: 'changed_at',
      id: 'deleted.id',
      storeId: 'deleted.store_id',
      slots: "''",
      before: `CASE WHEN context ->> 'gone' = 'record.deleted' THEN ${valuesOf('deleted')} END`,
      createdAt: "CASE WHEN keeps AND context ->> 'gone' = 'record.deleted' THEN deleted.created_at END",
      from: 'deleted',
    },
  ]),
];
