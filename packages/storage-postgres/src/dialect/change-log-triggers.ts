import { SLOT_COLUMNS } from '@vitrine/core/adapter';
import { NARROW_SLOTS, type Sql, text } from '@vitrine/storage-sql';

/** The slots that an expression looks at: few of each kind, or all with the overflow column. */
interface Width {
  readonly slots: readonly string[];
  readonly overflows: boolean;
}

function widthOf(count: number): Width {
  const slots = ['t', 'n'].flatMap((kind) => Array.from({ length: count }, (_, i) => `${kind}${i}`));
  return { slots, overflows: count === SLOT_COLUMNS };
}

/** A statement is prepared for execution with all its expressions, so that narrow stores have one of their own. */
const NARROW = widthOf(NARROW_SLOTS);
const WIDE = widthOf(SLOT_COLUMNS);

/** Returns the expression of the names of those slots that meet a condition, joined with commas. */
function slotNames(
  { slots, overflows }: Width,
  condition: (column: string) => string,
  members: string,
): string {
  const names = slots.map((slot) => `CASE WHEN ${condition(slot)} THEN '${slot}' END`);
  return `concat_ws(
        ',',
        ${[...names, ...(overflows ? [members] : [])].join(',\n        ')}
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
function slotsOf(row: string, width: Width): string {
  const members = `CASE
          WHEN ${row}.overflow IS NOT NULL
          THEN ${overflowNames(`${row}.overflow`, 'TRUE')}
        END`;
  return slotNames(width, (column) => `${row}.${column} IS NOT NULL`, members);
}

/** Returns the expression of the slots in which the rows of an update differ. */
function slotsChanged(width: Width): string {
  const both = "coalesce(before.overflow, '{}') || coalesce(after.overflow, '{}')";
  const members = `CASE
          WHEN before.overflow IS DISTINCT FROM after.overflow
          THEN ${overflowNames(both, 'before.overflow -> name IS DISTINCT FROM after.overflow -> name')}
        END`;
  return slotNames(width, (column) => `before.${column} IS DISTINCT FROM after.${column}`, members);
}

/** Returns the expression of all values of a row by slot, as the text of a JSON object. */
function valuesOf(row: string, { slots, overflows }: Width): string {
  const own = slots.map((slot) => `'"${slot}":' || to_json(${row}.${slot})`);
  const overflowing = `(
            SELECT string_agg('"' || name || '":' || value, ',')
            FROM jsonb_each(${row}.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          )`;
  return `'{' || concat_ws(
          ',',
          ${[...own, ...(overflows ? [overflowing] : [])].join(',\n          ')}
        ) || '}'`;
}

/** The entries of a statement, by expressions on the rows of its transition tables. */
interface Entries {
  readonly type: string;
  readonly at: string;
  /** The table whose rows have the ids. */
  readonly row: string;
  readonly slots: string;
  /** What is kept of a record besides. Null: nothing. */
  readonly kept: { readonly values: string; readonly createdAt: string } | null;
  readonly from: string;
  /** The order of entries of one record that a statement changes twice. */
  readonly step?: number;
}

/** Ends a subquery whose condition is checked outside it. Otherwise the planner copies the expression of the slots into both. */
const ONCE = 'OFFSET 0';

/** Appends entries to the log only. */
function announce({ type, at, row, slots, from }: Entries): string {
  const isChange = type === "'record.updated'" ? "\n    WHERE slots <> ''" : '';
  return `INSERT INTO changes (store_id, type, at, store_version, slots, record_id)
    SELECT store_id, type, at, version, slots, record_id
    FROM (
      SELECT
        ${row}.store_id,
        ${type} AS type,
        ${at} AS at,
        ${slots} AS slots,
        ${row}.id AS record_id
      FROM ${from}
      ${ONCE}
    ) AS entries${isChange};`;
}

/** Appends entries to the log, unless an import makes them, and to the history. They share a number. */
function keep(sources: readonly Entries[]): string {
  const selects = sources.map(
    ({ type, at, row, slots, kept, from, step = 0 }) => `SELECT
          ${row}.store_id,
          ${row}.id AS record_id,
          ${step} AS step,
          ${type} AS type,
          ${at} AS at,
          ${slots} AS slots,
          ${kept?.values ?? 'CAST(NULL AS text)'} AS before_values,
          ${kept?.createdAt ?? 'CAST(NULL AS bigint)'} AS created_at
        FROM ${from}`,
  );
  return `WITH numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, ordered.*
      FROM (
        ${selects.join('\n        UNION ALL\n        ')}
        ORDER BY record_id, step
        ${ONCE}
      ) AS ordered
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, type, at, store_version, slots, record_id)
      SELECT store_id, seq, type, at, version, slots, record_id
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, type, at, store_version, slots, record_id, before_values, created_at, by_id, by_name,
      import_id, bytes
    )
    SELECT
      store_id, seq, type, at, version, slots, record_id, before_values, created_at,
      context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM numbered
    WHERE keeps;`;
}

function created(row: string, width: Width, from = row): Entries {
  const at = row === 'inserted' ? 'coalesce(changed_at, inserted.updated_at)' : `${row}.updated_at`;
  return { type: "'record.created'", at, row, slots: slotsOf(row, width), kept: null, from, step: 1 };
}

/**
 * A session plans a join of transition tables for the rows of the statement that it plans it with. After an update of one
 * record, nested loops would compare each of the rows of a batch with all others.
 */
const JOIN_SETTINGS = ' SET enable_nestloop = off';

/** The two rows of each updated record. A statement writes records of one store. */
const PAIRS = 'after JOIN before USING (seq)';

function updated(width: Width): Entries {
  return {
    type: "'record.updated'",
    at: 'after.updated_at',
    row: 'after',
    slots: slotsChanged(width),
    kept: {
      values: `CASE WHEN keeps THEN ${valuesOf('before', width)} END`,
      createdAt: 'CASE WHEN keeps THEN before.created_at END',
    },
    from: PAIRS,
  };
}

/** An expired record that an upsert or an insert has replaced has another number afterwards. */
const REPLACED = 'after JOIN before ON before.id = after.id AND before.seq <> after.seq';

const expired: Entries = {
  type: "'record.expired'",
  at: 'after.updated_at',
  row: 'after',
  slots: "''",
  kept: null,
  from: REPLACED,
};

function gone(kept: Entries['kept']): Entries {
  return { type: "context ->> 'gone'", at: 'changed_at', row: 'deleted', slots: "''", kept, from: 'deleted' };
}

const deletedValues = { values: valuesOf('deleted', WIDE), createdAt: 'deleted.created_at' };

/**
 * Returns a function that appends the entries of a statement, and its trigger. It is called only if the statement has given a
 * context (`change-context.ts`), so that a store whose log is off costs one look at a setting.
 *
 * A later change of a record waits for the lock of its row before it draws a number, so the entries of a record have rising
 * numbers in the order of its changes.
 *
 * @param cases statements by conditions. The first condition that holds counts.
 */
function appendOn(
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  { tables, settings = '' }: { readonly tables: string; readonly settings?: string },
  cases: readonly { readonly when: string; readonly append: string }[],
  otherwise: string,
): readonly Sql[] {
  const name = `append_record_${event.toLowerCase()}s`;
  const branches = cases.map(
    ({ when, append }, i) => `${i === 0 ? 'IF' : 'ELSIF'} ${when} THEN\n    ${append}`,
  );
  return [
    text(`CREATE FUNCTION ${name}() RETURNS trigger
LANGUAGE plpgsql${settings} AS $$
DECLARE
  context CONSTANT jsonb := current_setting('vitrine.change');
  keeps CONSTANT boolean := context -> 'keeps';
  is_narrow CONSTANT boolean := context -> 'isNarrow';
  changed_at CONSTANT bigint := context ->> 'at';
  version CONSTANT bigint := context ->> 'version';
  import CONSTANT text := context ->> 'import';
BEGIN
  ${branches.join('\n  ')}
  ELSE
    ${otherwise}
  END IF;
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
  ...appendOn(
    'INSERT',
    { tables: 'NEW TABLE AS inserted' },
    [
      { when: 'keeps', append: keep([created('inserted', WIDE)]) },
      { when: 'is_narrow', append: announce(created('inserted', NARROW)) },
    ],
    announce(created('inserted', WIDE)),
  ),
  ...appendOn(
    'UPDATE',
    { tables: 'OLD TABLE AS before NEW TABLE AS after', settings: JOIN_SETTINGS },
    [
      {
        when: "CAST(context -> 'expires' AS boolean)",
        append: keep([updated(WIDE), expired, created('after', WIDE, REPLACED)]),
      },
      { when: 'keeps AND is_narrow', append: keep([updated(NARROW)]) },
      { when: 'keeps', append: keep([updated(WIDE)]) },
      { when: 'is_narrow', append: announce(updated(NARROW)) },
    ],
    announce(updated(WIDE)),
  ),
  ...appendOn(
    'DELETE',
    { tables: 'OLD TABLE AS deleted' },
    [
      { when: "keeps AND context ->> 'gone' = 'record.deleted'", append: keep([gone(deletedValues)]) },
      { when: 'keeps', append: keep([gone(null)]) },
    ],
    announce(gone(null)),
  ),
];
