import type { UpsertOutcome } from '@vitrine/core/storage';
import { onlyRow, textOrNull } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { BOUND, type Program, statementText } from './program.ts';
import { foldedShadow, type Shape, shapeNamed, valueBytes } from './record-layout.ts';
import { mergeOf } from './record-merge.ts';
import { andLive } from './record-reads.ts';
import type { UpsertRecords } from './record-writes.ts';
import { reserveRecordNumbers } from './sequences.ts';
import {
  boundInteger,
  isNumber,
  MAX_BYTES,
  mergedOverflow,
  overflowPatch,
  SYSTEM_COLUMNS,
  shapeBytes,
  slotBytes,
  unlessTaken,
} from './set-rows.ts';
import {
  ident,
  join,
  NOTHING,
  type Sql,
  type SqlParameter,
  type SqlValue,
  type Statement,
  sql,
} from './sql.ts';
import { guardToSql, guardValues, isCurrent } from './store-guard.ts';

type GivenRecord = UpsertRecords['records'][number];

/** Slots that one mask can name: a mask is a whole number that JavaScript holds exactly. */
const MASK_BITS = 50;

/**
 * The form of a batch. Records that all name the same slots are written as they are. Otherwise each goes as a record of
 * the whole store with a mask that says which slots it names, so that any mixture is one statement, and one text.
 */
interface Form {
  readonly shape: Shape;
  readonly masked: boolean;
  /** All slots of the store's properties. */
  readonly whole: string;
  readonly expires: boolean;
}

function formKey({ shape, masked, whole, expires }: Form): string {
  return [shape.name, masked ? 'masked' : '', whole, expires ? 'expires' : ''].join('|');
}

function formOf(key: string): Form {
  const [shape = '', masked, whole = '', expires] = key.split('|');
  return { shape: shapeNamed(shape), masked: masked !== '', whole, expires: expires !== '' };
}

function maskCount({ shape, masked }: Form): number {
  return masked ? Math.ceil(shape.slots.length / MASK_BITS) : 0;
}

/** Whether the given record names the slot at this place of the shape. */
function names(place: number): Sql {
  return sql([`(mask_${Math.floor(place / MASK_BITS)} & ${2 ** (place % MASK_BITS)}) <> 0`]);
}

/** A slot's column or shadow as it was given. */
export function given(column: Sql): Sql {
  return sql([`new_${column.strings[0]}`]);
}

/** A column of values to be bound, under a name. */
interface GivenColumn {
  readonly name: Sql;
  readonly type: string;
}

function givenColumns(dialect: SqlDialect, form: Form): GivenColumn[] {
  const { types, recordNumbers } = dialect;
  const column = (name: string, type: string) => ({ name: sql([name]), type });
  return [
    column('new_id', 'text'),
    column('new_id_folded', 'text'),
    column('complete', 'integer'),
    column('bytes', 'integer'),
    ...(recordNumbers.kind === 'drawn' ? [] : [column('new_seq', types.integer)]),
    ...Array.from({ length: maskCount(form) }, (_, i) => column(`mask_${i}`, types.integer)),
    ...ownColumns(form.shape).map(({ name }) => ({
      name: given(name),
      type: isNumber(name) ? types.double : 'text',
    })),
    ...(form.shape.overflows ? [column('patch', types.json)] : []),
  ];
}

/** The shape's own columns and shadows, each with the place of its slot. */
export function ownColumns({ slots }: Shape): { name: Sql; place: number }[] {
  return slots.flatMap(({ column, folded }, place) => {
    if (column === null) return [];
    const own = { name: ident(column), place };
    return folded === null ? [own] : [own, { name: ident(folded), place }];
  });
}

/** UTF-8 bytes of stored text that the given record does not replace. */
function keptBytes(dialect: SqlDialect, { shape, masked, whole }: Form): Sql {
  if (!masked) return shapeBytes(dialect, mergeOf(shape.name, whole).kept);
  const lengths = shape.slots.flatMap(({ text, slot }, place) =>
    text ? [sql`CASE WHEN ${names(place)} THEN 0 ELSE ${slotBytes(dialect, slot)} END`] : [],
  );
  return lengths.length === 0 ? sql`0` : join(lengths, ' + ');
}

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

/**
 * Locks what is there in the order of ids, decides for each record, changes, and inserts the rest, numbered in the order
 * in which they were given. Answers one row with a digit for each record, or null when the store is not as it was.
 *
 * A record that was not there when the statement began, and is there when it inserts, was created by another in between:
 * the division by zero then undoes the whole statement, and the driver runs it again (there is no RAISE in plain SQL).
 */
const upsertText = statementText((dialect, key) => {
  const form = formOf(key);
  const { shape, masked, expires } = form;
  const { recordNumbers } = dialect;
  const columns = givenColumns(dialect, form);
  const own = ownColumns(shape).map(({ name, place }) => ({ name, given: given(name), place }));
  const assignments = [
    sql`updated_at = ${BOUND}`,
    ...own.map((column) =>
      masked
        ? sql`${column.name} = CASE WHEN ${names(column.place)} THEN ${column.given} ELSE ${column.name} END`
        : sql`${column.name} = ${column.given}`,
    ),
    ...(shape.overflows ? [sql`overflow = ${mergedOverflow(sql`overflow`, sql`patch`)}`] : []),
  ];
  const inserted = [
    ...SYSTEM_COLUMNS,
    ...own.map(({ name }) => name),
    ...(shape.overflows ? [sql`overflow`] : []),
  ];
  const values = [
    sql`${BOUND}`,
    sql`new_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    boundInteger(dialect),
    boundInteger(dialect),
    ...own.map((column) => column.given),
    ...(shape.overflows ? [mergedOverflow(sql`CAST(NULL AS jsonb)`, sql`patch`)] : []),
  ];
  const drawn = recordNumbers.kind === 'drawn' ? sql`, ${recordNumbers.draw} AS new_seq` : NOTHING;

  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), given AS MATERIALIZED (SELECT * FROM unnest(${join(
    columns.map(({ type }) => sql`CAST(${BOUND} AS ${sql([type])}[])`),
  )}) WITH ORDINALITY AS given (${join(columns.map(({ name }) => name))}, place)), existing AS MATERIALIZED (SELECT place AS old_place, ${keptBytes(
    dialect,
    form,
  )} + bytes <= ${MAX_BYTES} AS fits FROM given JOIN records ON store_id = ${BOUND} AND id = new_id${
    expires ? andLive(0) : NOTHING
  } WHERE EXISTS (SELECT 1 FROM store) ORDER BY id${dialect.forUpdate} OF records), changed AS (UPDATE records SET ${join(
    assignments,
  )} FROM given JOIN existing ON old_place = place WHERE fits AND store_id = ${BOUND} AND id = new_id), fresh AS MATERIALIZED (SELECT absent.*${drawn} FROM (SELECT given.* FROM given, store WHERE complete = 1 AND place NOT IN (SELECT old_place FROM existing) ORDER BY place) AS absent), created AS (INSERT INTO records (${join(
    inserted,
  )}) SELECT ${join(values)} FROM fresh ORDER BY new_id COLLATE "C" ${unlessTaken(expires)} RETURNING id AS created_id) SELECT string_agg(CASE WHEN fits THEN '${sql([UPDATED])}' WHEN NOT fits THEN '${sql([TOO_LARGE])}' WHEN complete = 0 THEN '${sql([INCOMPLETE])}' WHEN created_id IS NOT NULL THEN '${sql([CREATED])}' ELSE CAST(1 / (place - place) AS text) END, '' ORDER BY place) FROM store CROSS JOIN given LEFT JOIN existing ON old_place = place LEFT JOIN created ON created_id = new_id`;
});

export function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Program<UpsertOutcome[] | 'stale'> {
  const drawn = dialect.recordNumbers.kind === 'drawn';
  const segments = segmentsOf(args.records);
  const alone = drawn && segments.length === 1;
  if (!alone && !(yield* isCurrent(dialect, args))) return 'stale';
  let nextSeq = drawn ? null : yield* reserveRecordNumbers(dialect, args.storeId, args.records.length);

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

function upsertStatement(
  dialect: SqlDialect,
  { storeId, accountId, version, storeShape, now, expiredUpTo }: UpsertRecords,
  records: readonly GivenRecord[],
  firstSeq: number | null,
): Statement {
  const name = records[0]?.shape ?? '';
  const masked = records.some((record) => record.shape !== name);
  const form: Form = {
    shape: shapeNamed(masked ? storeShape : name),
    masked,
    whole: storeShape,
    expires: expiredUpTo !== null,
  };
  const expired = expiredUpTo === null ? [] : [expiredUpTo];
  return {
    text: upsertText(dialect, formKey(form)),
    values: [
      ...guardValues({ storeId, accountId, version }),
      ...givenValues(form, records, firstSeq),
      storeId,
      ...expired,
      now,
      storeId,
      storeId,
      now,
      now,
      ...expired,
    ],
  };
}

/** The values of `givenColumns`, in order. */
function givenValues(form: Form, records: readonly GivenRecord[], firstSeq: number | null): SqlParameter[] {
  const { shape, masked } = form;
  const rows = records.map((record) => {
    const own = shapeNamed(record.shape);
    const places = masked ? placesIn(shape, own) : null;
    const values = places === null ? record.values : shape.slots.map((_, i) => valueAt(record, places[i]));
    return { record, own, places, values };
  });
  const column = (value: (row: (typeof rows)[number], i: number) => SqlValue) => columnOf(rows.map(value));
  return [
    rows.map(({ record }) => record.id),
    column(({ record }) => foldedShadow(record.id)),
    rows.map(({ record }) => (record.complete ? 1 : 0)),
    rows.map(({ record, own }) => valueBytes(own, record.values)),
    ...(firstSeq === null ? [] : [rows.map((_, i) => firstSeq + i)]),
    ...Array.from({ length: maskCount(form) }, (_, mask) =>
      rows.map(({ places }) => maskOf(places ?? [], mask)),
    ),
    ...shape.slots.flatMap(({ column: own, folded }, place) => {
      if (own === null) return [];
      const values = column((row) => row.values[place] ?? null);
      return folded === null ? [values] : [values, column((row) => foldedShadow(row.values[place] ?? null))];
    }),
    ...(shape.overflows ? [rows.map(({ record, own }) => overflowPatch(own, record.values))] : []),
  ];
}

/** Nothing at all is bound as null, which costs less than a column of nulls and reads the same. */
export function columnOf(values: readonly SqlValue[]): SqlParameter {
  return values.every((value) => value === null) ? null : values;
}

function valueAt(record: GivenRecord, place: number | undefined): SqlValue {
  return place === undefined || place < 0 ? null : (record.values[place] ?? null);
}

/** For each slot of the whole, its place in the part; -1 where it is not named. */
function placesIn(whole: Shape, part: Shape): number[] {
  const placesBySlot = new Map(part.slots.map(({ slot }, place) => [slot, place]));
  return whole.slots.map(({ slot }) => placesBySlot.get(slot) ?? -1);
}

function maskOf(places: readonly number[], mask: number): number {
  let bits = 0;
  places.slice(mask * MASK_BITS, (mask + 1) * MASK_BITS).forEach((place, bit) => {
    if (place >= 0) bits += 2 ** bit;
  });
  return bits;
}
