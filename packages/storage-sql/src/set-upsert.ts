import { SLOT_COLUMNS, type UpsertOutcome } from '@vitrine/core/storage';
import { onlyRow, textOrNull } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { andLive } from './live-records.ts';
import { reserveRecordNumbers } from './numbers.ts';
import { mergeOf } from './records/merge.ts';
import { guardToSql, guardValues, isCurrent } from './records/store-guard.ts';
import type { UpsertRecords } from './records/writes.ts';
import {
  type Form,
  formKey,
  formNamed,
  formOf,
  type GivenRecord,
  given,
  givenColumns,
  givenRows,
  givenValues,
  keptBytes,
  names,
  ownColumns,
} from './set-form.ts';
import { boundInteger, MAX_BYTES, mergedOverflow, SYSTEM_COLUMNS } from './set-rows.ts';
import { ident, join, NOTHING, type Sql, type Statement, sql } from './sql.ts';
import { BOUND, type Steps, statementText } from './statement.ts';

/**
 * Part of the message of the error that undoes an upsert whose record another transaction has created meanwhile. Nothing
 * else that reads as a number contains it, so a driver can tell it from a fault.
 */
export const CREATED_MEANWHILE = 'vitrine: record created meanwhile';

const CREATED = '0';
const UPDATED = '1';
const INCOMPLETE = '2';
const TOO_LARGE = '3';
const OUTCOMES: Readonly<Record<string, UpsertOutcome>> = {
  [CREATED]: 'created',
  [UPDATED]: 'updated',
  [INCOMPLETE]: 'incomplete',
  [TOO_LARGE]: 'too_large',
};

/** An outcome's digit as a quoted literal. */
function literal(digit: string): Sql {
  return sql([`'${digit}'`]);
}

/** Everything that comes with a record besides its place in the store. */
function mergedColumns({ shape }: Form): Sql[] {
  return [...ownColumns(shape).map(({ name }) => name), ...(shape.overflows ? [sql`overflow`] : [])];
}

const CREATED_MEANWHILE_FAULT: Sql = sql([
  `CAST(CAST('${CREATED_MEANWHILE} ' || CAST(place AS text) AS bigint) AS text)`,
]);

function insertedColumns(form: Form): Sql {
  return join([...SYSTEM_COLUMNS, ...mergedColumns(form)]);
}

/**
 * Assigns to a stored record what was to be inserted. Where records expire, an expired one keeps nothing of its own, as if
 * it had been inserted; that binds the moment of expiry.
 */
function replaced(form: Form): Sql {
  const merged = mergedColumns(form);
  const assignments = ['updated_at', ...merged.map(nameOf)].map(
    (name) => sql`${ident(name)} = excluded.${ident(name)}`,
  );
  if (!form.expires) return join(assignments);
  const left = columnsWithout(merged);
  const names = [sql`seq`, sql`created_at`, ...left];
  const values = [
    sql`CASE WHEN live THEN records.seq ELSE excluded.seq END`,
    sql`CASE WHEN live THEN records.created_at ELSE excluded.created_at END`,
    ...left.map((column) => sql`CASE WHEN live THEN records.${column} END`),
  ];
  return sql`${join(assignments)}, (${join(names)}) = (SELECT ${join(values)} FROM (SELECT records.updated_at > ${BOUND} AS live) AS found)`;
}

/** The value columns that are not in the list. Empty for a store that uses every slot column and the overflow. */
function columnsWithout(merged: readonly Sql[]): Sql[] {
  const others = new Set(['overflow']);
  for (let i = 0; i < SLOT_COLUMNS; i++) others.add(`t${i}`).add(`f${i}`).add(`n${i}`);
  for (const column of merged) others.delete(nameOf(column));
  return [...others].map(ident);
}

function nameOf(column: Sql): string {
  return column.strings[0] ?? '';
}

/**
 * For plain batches. Inserts in the order of ids, so that two such calls never wait for each other in a circle, and
 * changes what is there already. A record with the number that it was to get is new.
 */
function plainToSql(dialect: SqlDialect, form: Form): Sql {
  const { recordNumbers } = dialect;
  const own = ownColumns(form.shape).map(({ name }) => name);
  const drawn = recordNumbers.kind === 'drawn' ? sql`, ${recordNumbers.draw} AS new_seq` : NOTHING;
  const values = [
    sql`${BOUND}`,
    sql`new_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    boundInteger(dialect),
    boundInteger(dialect),
    ...own.map(given),
  ];
  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), given AS MATERIALIZED (${givenRows(
    givenColumns(dialect, form),
    sql`${BOUND}`,
  )}), numbered AS MATERIALIZED (SELECT ordered.*${drawn} FROM (SELECT given.* FROM given, store ORDER BY place) AS ordered), written AS (INSERT INTO records (${insertedColumns(
    form,
  )}) SELECT ${join(values)} FROM numbered ORDER BY new_id COLLATE "C" ON CONFLICT (store_id, id) DO UPDATE SET ${replaced(
    form,
  )}${ifItFits(form)} RETURNING id AS written_id, seq AS written_seq) SELECT string_agg(CASE WHEN written_seq = new_seq THEN ${literal(
    CREATED,
  )} WHEN written_seq IS NOT NULL THEN ${literal(UPDATED)} ELSE ${literal(
    TOO_LARGE,
  )} END, '' ORDER BY place) FROM numbered LEFT JOIN written ON written_id = new_id`;
}

/** Nothing to ask where all text is replaced: core has measured that. An expired record keeps none of its own. */
function ifItFits({ shape, whole, expires }: Form): Sql {
  const { kept } = mergeOf(shape.name, whole);
  if (kept.slots.length === 0) return NOTHING;
  const stored = kept.slots.map(({ slot }) => sql`records.${ident(slot)}`);
  const replacing = shape.slots.filter(({ text }) => text).map(({ slot }) => sql`excluded.${ident(slot)}`);
  const bytes = [...stored, ...replacing].map((text) => sql`coalesce(octet_length(${text}), 0)`);
  return sql` WHERE ${join(bytes, ' + ')} <= ${MAX_BYTES}${expires ? sql` OR records.updated_at <= ${BOUND}` : NOTHING}`;
}

/**
 * For every other batch. Looks up and locks what is there in the order of ids, merges, and then writes as for plain
 * batches. Each record is looked up by itself: a join could be planned as one that reads the whole store.
 *
 * A record that was not there when the statement began, and is there when it inserts, was created by another in between.
 * Reading `CREATED_MEANWHILE` as a number then undoes the whole statement, and the driver runs it again. Plain SQL has no
 * RAISE, and a function would need a right that the user of a shared database may lack. The place keeps the planner from
 * reading the number before any row is there.
 */
function mergingToSql(dialect: SqlDialect, form: Form): Sql {
  const { shape, kind, expires } = form;
  const { recordNumbers } = dialect;
  const own = ownColumns(shape);
  const stored = (column: Sql) => sql([`old_${nameOf(column)}`]);
  const kept = kind === 'masked' ? own.map(({ name }) => name) : [];
  const looked = [
    sql`seq AS old_seq`,
    sql`${keptBytes(dialect, form)} AS kept`,
    ...[...kept, ...(shape.overflows ? [sql`overflow`] : [])].map((name) => sql`${name} AS ${stored(name)}`),
  ];
  const values = [
    sql`${BOUND}`,
    sql`row_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    boundInteger(dialect),
    boundInteger(dialect),
    ...own.map(({ name, place }) =>
      kind === 'masked'
        ? sql`CASE WHEN ${names(place)} THEN ${given(name)} ELSE ${stored(name)} END`
        : given(name),
    ),
    ...(shape.overflows ? [mergedOverflow(sql`old_overflow`, sql`patch`)] : []),
  ];
  const number = recordNumbers.kind === 'drawn' ? recordNumbers.draw : sql`new_seq`;
  const unchanged = sql`records.seq = excluded.seq${expires ? sql` OR records.updated_at <= ${BOUND}` : NOTHING}`;
  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), given AS MATERIALIZED (${givenRows(
    givenColumns(dialect, form),
    sql`${BOUND}`,
  )}), looked AS MATERIALIZED (SELECT * FROM (SELECT given.* FROM given, store ORDER BY new_id COLLATE "C") AS given LEFT JOIN LATERAL (SELECT ${join(
    looked,
  )} FROM records WHERE store_id = ${BOUND} AND id = new_id${expires ? andLive(0) : NOTHING}${dialect.forUpdate}) AS found ON TRUE), fitting AS MATERIALIZED (SELECT ordered.*, coalesce(old_seq, ${number}) AS row_seq FROM (SELECT * FROM looked WHERE CASE WHEN old_seq IS NULL THEN complete = 1 ELSE kept + bytes <= ${MAX_BYTES} END ORDER BY place) AS ordered), written AS (INSERT INTO records (${insertedColumns(
    form,
  )}) SELECT ${join(values)} FROM fitting ORDER BY new_id COLLATE "C" ON CONFLICT (store_id, id) DO UPDATE SET ${replaced(
    form,
  )} WHERE ${unchanged} RETURNING id AS written_id) SELECT string_agg(CASE WHEN written_id IS NULL THEN CASE WHEN old_seq IS NOT NULL THEN ${literal(
    TOO_LARGE,
  )} WHEN complete = 0 THEN ${literal(INCOMPLETE)} ELSE ${CREATED_MEANWHILE_FAULT} END WHEN old_seq IS NULL THEN ${literal(
    CREATED,
  )} ELSE ${literal(UPDATED)} END, '' ORDER BY place) FROM looked LEFT JOIN written ON written_id = new_id`;
}

/** Answers one row with a digit for each record, or null when the store is not as it was. */
const upsertText = statementText((dialect, key) => {
  const form = formNamed(key);
  return form.kind === 'plain' ? plainToSql(dialect, form) : mergingToSql(dialect, form);
});

function upsertStatement(
  dialect: SqlDialect,
  args: UpsertRecords,
  records: readonly GivenRecord[],
  firstSeq: number | null,
): Statement {
  const { storeId, storeShape, now, expiredUpTo } = args;
  const form = formOf(records, storeShape, expiredUpTo !== null);
  return {
    text: upsertText(dialect, formKey(form)),
    values: [
      ...guardValues(args),
      ...givenValues(form, records, firstSeq),
      ...(form.kind === 'plain' ? [] : [storeId, ...(expiredUpTo === null ? [] : [expiredUpTo])]),
      storeId,
      now,
      now,
      ...(expiredUpTo === null ? [] : expiryValues(form, expiredUpTo)),
    ],
  };
}

/** Bound once for what is left of a record, and once for whether it may be replaced at all. */
function expiryValues(form: Form, expiredUpTo: number): number[] {
  const asks = form.kind !== 'plain' || mergeOf(form.shape.name, form.whole).kept.slots.length > 0;
  return asks ? [expiredUpTo, expiredUpTo] : [expiredUpTo];
}

export function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  const drawn = dialect.recordNumbers.kind === 'drawn';
  const segments = segmentsOf(args.records);
  const alone = drawn && segments.length === 1;
  if (!alone && !(yield* isCurrent(dialect, args))) return 'stale';
  let nextSeq = drawn ? null : yield* reserveRecordNumbers(dialect, args, args.records.length);

  const outcomes: UpsertOutcome[] = [];
  for (const records of segments) {
    const statement = upsertStatement(dialect, args, records, nextSeq);
    const digits = textOrNull(onlyRow(yield alone ? { ...statement, alone } : statement)[0] ?? null);
    if (digits === null) return 'stale';
    for (const digit of digits) outcomes.push(outcomeOf(digit));
    if (nextSeq !== null) nextSeq += records.length;
  }
  return outcomes;
}

function outcomeOf(digit: string): UpsertOutcome {
  const outcome = OUTCOMES[digit];
  if (outcome === undefined) throw new Error(`not an outcome: ${digit}`);
  return outcome;
}

/** Cuts the batch before each id that came before, because one statement can't change a record twice. Mostly one piece. */
function segmentsOf(records: readonly GivenRecord[]): GivenRecord[][] {
  let segment: GivenRecord[] = [];
  const segments = [segment];
  const ids = new Set<string>();
  for (const record of records) {
    if (ids.has(record.id)) {
      segment = [];
      segments.push(segment);
      ids.clear();
    }
    ids.add(record.id);
    segment.push(record);
  }
  return segments;
}
