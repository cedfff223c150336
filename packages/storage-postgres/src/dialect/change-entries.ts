import { type Named, slotBits, slotNames, type Width } from './change-slots.ts';

export const UPDATED = "'record.updated'";

const NOT_KEPT = { values: 'CAST(NULL AS text)', createdAt: 'CAST(NULL AS bigint)' };

/** The entries of a statement, by expressions on the rows of its transition tables. */
export interface Entries {
  readonly type: string;
  readonly at: string;
  /** The table whose rows have the ids. */
  readonly row: string;
  /** Null: none. */
  readonly slots: Named | null;
  /** What is kept of a record besides. Null: nothing. */
  readonly kept: ((width: Width) => { readonly values: string; readonly createdAt: string }) | null;
  readonly from: string;
  /** The order of the kinds of entries that a statement makes. */
  readonly step?: number;
}

/** Ends a subquery whose condition is checked outside it. Otherwise the planner copies the expression of the slots into both. */
const ONCE = 'OFFSET 0';

/** The forms of the slots in a row of the log (`changeTables`). */
interface SlotsForm {
  /** The value of an entry that names no slot. */
  readonly none: string;
  /** Returns the slots of a group of entries: those of all of them or, if they differ, a list. */
  packed(order: string): string;
}

const BITS: SlotsForm = {
  none: '0',
  packed: (order) => `CASE
        WHEN min(slots) = max(slots) THEN '[' || min(slots) || ']'
        ELSE CAST(json_agg(slots${order}) AS text)
      END`,
};

const NAMES: SlotsForm = {
  none: "''",
  packed: (order) => `CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots${order}) AS text)
      END`,
};

/** Returns the condition that an entry is no update, or one that has changed values. */
function isChange({ type }: Entries, { none }: SlotsForm): string {
  return type === UPDATED ? `\n    WHERE slots <> ${none}` : '';
}

/** Returns the entries as rows of `store_id`, `at`, `slots` and `record_id`. */
function entriesOf({ at, row, slots, from }: Entries, width: Width): string {
  const names = slots === null ? "''" : slotNames(width, slots);
  return `SELECT
        ${row}.store_id,
        ${at} AS at,
        ${slots === null || width.overflows ? names : slotBits(width, slots)} AS slots,
        ${row}.id AS record_id
      FROM ${from}
      ${ONCE}`;
}

/** Appends the entries to the log only: a row for all of one time. */
export function announce(entries: Entries, width: Width): string {
  const form = entries.slots === null || width.overflows ? NAMES : BITS;
  return `INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      ${entries.type},
      at,
      version,
      ${entries.slots === null ? "''" : form.packed('')},
      json_agg(record_id)
    FROM (
      ${entriesOf(entries, width)}
    ) AS entries${isChange(entries, form)}
    GROUP BY store_id, at;`;
}

/**
 * Appends entries to the log, unless an import makes them, and to the history. Those of one kind and time are a row of the log,
 * and share its number.
 */
export function keep(sources: readonly Entries[], width: Width): string {
  const selects = sources.map(({ type, at, row, slots, kept, from, step = 0 }) => {
    const { values, createdAt } = kept?.(width) ?? NOT_KEPT;
    return `SELECT
          ${row}.store_id,
          ${row}.id AS record_id,
          ${step} AS step,
          ${type} AS type,
          ${at} AS at,
          ${slots === null ? "''" : slotNames(width, slots)} AS slots,
          ${values} AS before_values,
          ${createdAt} AS created_at
        FROM ${from}`;
  });
  return `WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        ${selects.join('\n        UNION ALL\n        ')}
        ${ONCE}
      ) AS made
      WHERE type <> ${UPDATED} OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          ${NAMES.packed(' ORDER BY place')} AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;`;
}
