import type { SlotValue } from '@vitrine/core/storage';
import type { SqlDialect } from './dialect.ts';
import { foldedShadow, type Shape, shapeNamed, slotShadow, valueBytes } from './layout/record-layout.ts';
import { mergeOf } from './records/merge.ts';
import type { UpsertRecords } from './records/writes.ts';
import { isNumber, overflowPatch, shapeBytes, slotBytes } from './set-rows.ts';
import { ident, join, type Sql, type SqlParameter, type SqlValue, sql } from './sql.ts';

export type GivenRecord = UpsertRecords['records'][number];

/** Slots that one mask can name: a mask is a whole number that JavaScript holds exactly. */
const MASK_BITS = 50;

/**
 * How the records of a batch are written.
 * - `plain`: all name the same slots, may be created, and keep clear of the overflow column: what is there need not be
 *   looked at before.
 * - `equal`: all name the same slots.
 * - `masked`: they differ. Each goes as a record of the whole store with a mask that says which slots it names, so that
 *   any mixture is one statement, and one text.
 */
export interface Form {
  readonly kind: 'plain' | 'equal' | 'masked';
  readonly shape: Shape;
  /** All slots of the store's properties. */
  readonly whole: string;
  readonly expires: boolean;
}

export function formOf(records: readonly GivenRecord[], whole: string, expires: boolean): Form {
  const name = records[0]?.shape ?? '';
  if (records.some((record) => record.shape !== name)) {
    return { kind: 'masked', shape: shapeNamed(whole), whole, expires };
  }
  const shape = shapeNamed(name);
  const plain = !mergeOf(name, whole).overflows && records.every(({ complete }) => complete);
  return { kind: plain ? 'plain' : 'equal', shape, whole, expires };
}

/** Names a form, for the text that belongs to it. */
export function formKey({ kind, shape, whole, expires }: Form): string {
  return [kind, shape.name, whole, expires ? 'expires' : ''].join('|');
}

export function formNamed(key: string): Form {
  const [kind, shape = '', whole = '', expires] = key.split('|');
  if (kind !== 'plain' && kind !== 'equal' && kind !== 'masked') throw new Error(`not a form: ${key}`);
  return { kind, shape: shapeNamed(shape), whole, expires: expires !== '' };
}

/** A column of values to be bound, under a name. */
export interface GivenColumn {
  readonly name: Sql;
  readonly type: string;
}

function givenColumn(name: string, type: string): GivenColumn {
  return { name: sql([name]), type };
}

/** A slot's column or shadow as it was given. */
export function given(column: Sql): Sql {
  return sql([`new_${column.strings[0]}`]);
}

/** The shape's own columns and shadows, each with the place of its slot. */
export function ownColumns({ slots }: Shape): { name: Sql; place: number }[] {
  return slots.flatMap(({ column, folded }, place) => {
    if (column === null) return [];
    const own = { name: ident(column), place };
    return folded === null ? [own] : [own, { name: ident(folded), place }];
  });
}

function maskCount({ kind, shape }: Form): number {
  return kind === 'masked' ? Math.ceil(shape.slots.length / MASK_BITS) : 0;
}

/** Whether the given record names the slot at this place of the shape. */
export function names(place: number): Sql {
  return sql([`(mask_${Math.floor(place / MASK_BITS)} & ${2 ** (place % MASK_BITS)}) <> 0`]);
}

/** UTF-8 bytes of stored text that the given record does not replace. */
export function keptBytes(dialect: SqlDialect, { kind, shape, whole }: Form): Sql {
  if (kind !== 'masked') return shapeBytes(dialect, mergeOf(shape.name, whole).kept);
  const lengths = shape.slots.flatMap(({ text, slot }, place) =>
    text ? [sql`CASE WHEN ${names(place)} THEN 0 ELSE ${slotBytes(dialect, slot)} END`] : [],
  );
  return lengths.length === 0 ? sql`0` : join(lengths, ' + ');
}

export function givenColumns(dialect: SqlDialect, form: Form): GivenColumn[] {
  const { types, recordNumbers } = dialect;
  return [
    givenColumn('new_id', 'text'),
    givenColumn('new_id_folded', 'text'),
    ...(recordNumbers.kind === 'drawn' ? [] : [givenColumn('new_seq', types.integer)]),
    ...slotColumns(dialect, form.shape),
    ...(form.kind === 'plain' ? [] : [givenColumn('complete', 'integer'), givenColumn('bytes', 'integer')]),
    ...Array.from({ length: maskCount(form) }, (_, i) => givenColumn(`mask_${i}`, types.integer)),
    ...(form.shape.overflows ? [givenColumn('patch', types.json)] : []),
  ];
}

/** The given columns of a shape's own columns. */
export function slotColumns({ types }: SqlDialect, shape: Shape): GivenColumn[] {
  return ownColumns(shape).map(({ name }) => ({
    name: given(name),
    type: isNumber(name) ? types.double : 'text',
  }));
}

/** The values of `givenColumns`, in order. */
export function givenValues(
  form: Form,
  records: readonly GivenRecord[],
  firstSeq: number | null,
): SqlParameter[] {
  const { kind, shape } = form;
  const places =
    kind === 'masked' ? records.map((record) => placesIn(shape, shapeNamed(record.shape))) : null;
  const valueAt = (record: GivenRecord, i: number, place: number) =>
    record.values[places === null ? place : (places[i]?.[place] ?? -1)] ?? null;
  return [
    records.map(({ id }) => id),
    columnOf(records.map(({ id }) => foldedShadow(id))),
    ...(firstSeq === null ? [] : [records.map((_, i) => firstSeq + i)]),
    ...slotValues(shape, (place) => records.map((record, i) => valueAt(record, i, place))),
    ...(kind === 'plain'
      ? []
      : [
          records.map(({ complete }) => (complete ? 1 : 0)),
          records.map((record) => valueBytes(shapeNamed(record.shape), record.values)),
        ]),
    ...Array.from({ length: maskCount(form) }, (_, mask) => (places ?? []).map((own) => maskOf(own, mask))),
    ...(shape.overflows
      ? [records.map((record) => overflowPatch(shapeNamed(record.shape), record.values))]
      : []),
  ];
}

/** The values of `slotColumns`, in order. */
export function slotValues(shape: Shape, valuesAt: (place: number) => readonly SlotValue[]): SqlParameter[] {
  return shape.slots.flatMap(({ column, folded }, place) => {
    if (column === null) return [];
    const values = valuesAt(place);
    return folded === null ? [columnOf(values)] : [columnOf(values), columnOf(values.map(slotShadow))];
  });
}

/** Nothing at all is bound as null, which costs less than a column of nulls and reads the same. */
export function columnOf(values: readonly SqlValue[]): SqlParameter {
  return values.every((value) => value === null) ? null : values;
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

/** The given columns as rows, with their `place`, counted from 1. Binds them. */
export function givenRows(columns: readonly GivenColumn[], bound: Sql): Sql {
  return sql`SELECT * FROM unnest(${join(
    columns.map(({ type }) => sql`CAST(${bound} AS ${sql([type])}[])`),
  )}) WITH ORDINALITY AS given (${join(columns.map(({ name }) => name))}, place)`;
}
