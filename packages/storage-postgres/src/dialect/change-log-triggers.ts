import { type Sql, text } from '@vitrine/storage-sql';
import { announce, type Entries, keep, UPDATED } from './change-entries.ts';
import { CHANGED, NARROW, setIn, valuesOf, WIDE, type Width } from './change-slots.ts';

function created(row: string, at: string, from = row): Entries {
  return { type: "'record.created'", at, row, slots: setIn(row), kept: null, from, step: 2 };
}

const inserted = created('inserted', 'coalesce(changed_at, inserted.updated_at)');

/**
 * A session plans a join of transition tables for the rows of the statement that it plans it with. After an update of one
 * record, nested loops would compare each of the rows of a batch with all others.
 */
const JOIN_SETTINGS = ' SET enable_nestloop = off';

/** The two rows of each updated record. A statement writes records of one store. */
const PAIRS = 'after JOIN before USING (seq)';

const updated: Entries = {
  type: UPDATED,
  at: 'after.updated_at',
  row: 'after',
  slots: CHANGED,
  kept: (width) => ({
    values: `CASE WHEN keeps THEN ${valuesOf('before', width)} END`,
    createdAt: 'CASE WHEN keeps THEN before.created_at END',
  }),
  from: PAIRS,
};

/** An expired record that an upsert or an insert has replaced has another number afterwards. */
const REPLACED = 'after JOIN before ON before.id = after.id AND before.seq <> after.seq';

const expired: Entries = {
  type: "'record.expired'",
  at: 'after.updated_at',
  row: 'after',
  slots: null,
  kept: null,
  from: REPLACED,
  step: 1,
};

function gone(kept: Entries['kept']): Entries {
  return { type: "context ->> 'gone'", at: 'changed_at', row: 'deleted', slots: null, kept, from: 'deleted' };
}

const deletedValues = (width: Width) => ({
  values: valuesOf('deleted', width),
  createdAt: 'deleted.created_at',
});

/** A statement by a condition. */
interface Case {
  readonly when: string;
  readonly append: string;
}

/** Returns the statements that append entries of narrow stores to the log only. */
function announceNarrow(entries: Entries): Case[] {
  return NARROW.map(({ count, width }) => ({
    when: `width = ${count}`,
    append: announce(entries, width),
  }));
}

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
  cases: readonly Case[],
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
  width CONSTANT integer := context -> 'width';
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
    [{ when: 'keeps', append: keep([inserted], WIDE) }, ...announceNarrow(inserted)],
    announce(inserted, WIDE),
  ),
  ...appendOn(
    'UPDATE',
    { tables: 'OLD TABLE AS before NEW TABLE AS after', settings: JOIN_SETTINGS },
    [
      {
        when: "CAST(context -> 'expires' AS boolean)",
        append: keep([updated, expired, created('after', 'after.updated_at', REPLACED)], WIDE),
      },
      ...NARROW.map(({ count, width }) => ({
        when: `keeps AND width = ${count}`,
        append: keep([updated], width),
      })),
      { when: 'keeps', append: keep([updated], WIDE) },
      ...announceNarrow(updated),
    ],
    announce(updated, WIDE),
  ),
  ...appendOn(
    'DELETE',
    { tables: 'OLD TABLE AS deleted' },
    [
      {
        when: "keeps AND context ->> 'gone' = 'record.deleted'",
        append: keep([gone(deletedValues)], WIDE),
      },
      { when: 'keeps', append: keep([gone(null)], WIDE) },
    ],
    announce(gone(null), WIDE),
  ),
];
