import type { Sql } from '@vitrine/storage-sql';
import { announce, type Entries, keep, UPDATED } from './change-entries.ts';
import { changeFunction } from './change-functions.ts';
import { CHANGED, NARROW, setIn, valuesOf, WIDE, type Width } from './change-slots.ts';

function created(row: string, at: string, from = row): Entries {
  return { type: "'record.created'", at, row, slots: setIn(row), kept: null, from, step: 2 };
}

const inserted = created('inserted', 'coalesce(changed_at, inserted.updated_at)');

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
 * A session plans a join of transition tables for the rows of the statement that it plans it with. After an update of one
 * record, nested loops would compare each of the rows of a batch with all others.
 */
function withoutLoops(branches: string): string {
  return `PERFORM set_config('enable_nestloop', 'off', TRUE);
      ${branches}
      PERFORM set_config('enable_nestloop', loops, TRUE);`;
}

/**
 * Returns the statement by which the function of an event also appends the entries of the statement, if that has given a
 * context (`change-context.ts`). So a store whose log is off costs one look at a setting: a trigger of its own, with a
 * condition, costs 30 µs (test/bench/tried.md).
 *
 * A later change of a record waits for the lock of its row before it draws a number, so the entries of a record have rising
 * numbers in the order of its changes.
 *
 * @param cases statements by conditions. The first condition that holds counts.
 */
function appendOn(event: 'insert' | 'update' | 'delete', cases: readonly Case[], otherwise: string): Sql {
  const branches = cases.map(
    ({ when, append }, i) => `${i === 0 ? 'IF' : 'ELSIF'} ${when} THEN\n        ${append}`,
  );
  const choice = `${branches.join('\n      ')}
      ELSE
        ${otherwise}
      END IF;`;
  return changeFunction(
    event,
    `
  IF current_setting('vitrine.change', TRUE) <> '' THEN
    DECLARE
      context CONSTANT jsonb := current_setting('vitrine.change');
      keeps CONSTANT boolean := context -> 'keeps';
      width CONSTANT integer := context -> 'width';
      changed_at CONSTANT bigint := context ->> 'at';
      version CONSTANT bigint := context ->> 'version';
      import CONSTANT text := context ->> 'import';
      loops CONSTANT text := current_setting('enable_nestloop');
    BEGIN
      ${event === 'update' ? withoutLoops(choice) : choice}
    END;
  END IF;`,
  );
}

/** The statements by which writes of records append to the log of their store. */
export const appendChanges: readonly Sql[] = [
  appendOn(
    'insert',
    [{ when: 'keeps', append: keep([inserted], WIDE) }, ...announceNarrow(inserted)],
    announce(inserted, WIDE),
  ),
  appendOn(
    'update',
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
  appendOn(
    'delete',
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
