import {
  type GivenRecord,
  mergeOf,
  placesIn,
  type Shape,
  type Sql,
  type SqlDialect,
  type SqlParameter,
  shapeNamed,
  sql,
  sumOf,
  text,
  valueBytes,
} from '@vitrine/storage-sql';
import { overflowPatch, slotBytes } from './cells.ts';
import { type GivenColumn, givenColumn, idValues, slotColumns, slotValues } from './given.ts';

/** The number of slots that one mask can name: a mask is a whole number that JavaScript represents exactly. */
const MASK_BITS = 50;

/**
 * How the records of a batch are written.
 * - `plain`: all name the same slots, may be created, and need no overflow column: existing records need not be read
 *   first.
 * - `masked`: all others. Each is given with all slots of the store and a mask that says which slots it names, so that any
 *   mixture is one statement with one text.
 */
export interface UpsertForm {
  readonly kind: 'plain' | 'masked';
  /** The slots that are given. */
  readonly shape: Shape;
  /** All slots of the store's properties. */
  readonly whole: Shape;
  readonly expires: boolean;
}

/** Returns the form of a batch. `whole` names the shape of the store. */
export function formOf(records: readonly GivenRecord[], whole: string, expires: boolean): UpsertForm {
  const name = records[0]?.shape ?? '';
  const isPlain =
    records.every(({ shape, complete }) => complete && shape === name) && !mergeOf(name, whole).overflows;
  const all = shapeNamed(whole);
  return { kind: isPlain ? 'plain' : 'masked', shape: isPlain ? shapeNamed(name) : all, whole: all, expires };
}

/** Returns the key of the form's statement. */
export function formKey({ kind, shape, whole, expires }: UpsertForm): string {
  return [kind, shape.name, whole.name, expires].join('|');
}

function maskCount({ kind, shape }: UpsertForm): number {
  return kind === 'masked' ? Math.ceil(shape.slots.length / MASK_BITS) : 0;
}

/** Returns the condition that the given record names the slot at this place of the shape. */
export function names(place: number): Sql {
  return text(`(mask_${Math.floor(place / MASK_BITS)} & ${2 ** (place % MASK_BITS)}) <> 0`);
}

/** Returns the UTF-8 bytes of stored text that the given record of a masked batch does not replace. */
export function keptBytes(dialect: SqlDialect, { shape }: UpsertForm): Sql {
  const texts = shape.slots.map((slot, place) => ({ ...slot, place })).filter((slot) => slot.text);
  return sumOf(
    texts.map(
      ({ slot, place }) => sql`
        CASE
          WHEN ${names(place)} THEN 0
          ELSE ${slotBytes(dialect, slot)}
        END`,
    ),
  );
}

/**
 * Returns the columns in which the records of a batch are given. With `numbered`, their insertion numbers are given
 * too.
 */
export function givenColumns(form: UpsertForm, numbered: boolean): GivenColumn[] {
  return [
    givenColumn('new_id', 'text'),
    givenColumn('new_id_folded', 'text'),
    ...(numbered ? [givenColumn('new_seq', 'bigint')] : []),
    ...slotColumns(form.shape),
    ...(form.kind === 'plain' ? [] : [givenColumn('complete', 'integer'), givenColumn('bytes', 'integer')]),
    ...Array.from({ length: maskCount(form) }, (_, i) => givenColumn(`mask_${i}`, 'bigint')),
    ...(form.shape.overflows ? [givenColumn('patch', 'jsonb')] : []),
  ];
}

/** Returns the values of `givenColumns`, in order. `numbers` is null where the database numbers the records. */
export function givenValues(
  form: UpsertForm,
  records: readonly GivenRecord[],
  numbers: readonly number[] | null,
): SqlParameter[] {
  const { kind, shape } = form;
  const first = [...idValues(records), ...(numbers === null ? [] : [numbers])];
  const patches = shape.overflows
    ? [records.map((record) => overflowPatch(shapeNamed(record.shape), record.values))]
    : [];
  if (kind === 'plain') {
    const valuesAt = (place: number) => records.map(({ values }) => values[place] ?? null);
    return [...first, ...slotValues(shape, valuesAt), ...patches];
  }
  const given = maskedShapes(records, shape);
  const shapes = [...new Set(given)];
  // Batches that change a few slots of a wide store name hardly any of its slots.
  const isNamed = (place: number) => shapes.some(({ places }) => (places[place] ?? -1) >= 0);
  const valueAt = (i: number, place: number) => records[i]?.values[given[i]?.places[place] ?? -1] ?? null;
  return [
    ...first,
    ...slotValues(shape, (place) => (isNamed(place) ? records.map((_, i) => valueAt(i, place)) : [])),
    records.map(({ complete }) => (complete ? 1 : 0)),
    records.map((record) => valueBytes(shapeNamed(record.shape), record.values)),
    ...Array.from({ length: maskCount(form) }, (_, mask) => given.map(({ masks }) => masks[mask] ?? 0)),
    ...patches,
  ];
}

/** How a record is given in a masked batch. */
interface MaskedShape {
  /** By place in the shape of the store: the place of the value in the record, -1 without one. */
  readonly places: readonly number[];
  readonly masks: readonly number[];
}

/** Returns the shape of each record. The records of a batch have few shapes, mostly one. */
function maskedShapes(records: readonly GivenRecord[], whole: Shape): MaskedShape[] {
  const count = Math.ceil(whole.slots.length / MASK_BITS);
  const known = new Map<string, MaskedShape>();
  return records.map((record) => {
    let masked = known.get(record.shape);
    if (masked === undefined) {
      const places = placesIn(shapeNamed(record.shape), whole);
      masked = { places, masks: Array.from({ length: count }, (_, mask) => maskOf(places, mask)) };
      known.set(record.shape, masked);
    }
    return masked;
  });
}

function maskOf(places: readonly number[], mask: number): number {
  let bits = 0;
  places.slice(mask * MASK_BITS, (mask + 1) * MASK_BITS).forEach((place, bit) => {
    if (place >= 0) bits += 2 ** bit;
  });
  return bits;
}
