import { BoundedMap, SLOT_COLUMNS } from '@vitrine/core/adapter';
import type { Column, RecordRow, Slot, SlotValue, ValuesBySlot } from '@vitrine/core/storage';
import { numberCell, textCell, textOrNull } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { ident, type Row, type Sql, sql, text } from '../statements/sql.ts';

/**
 * The places of values in a row of `records`. Besides `record-values.ts`, which says what writes set, no other file depends on
 * them.
 *
 * Slots 0 to 23 of a kind have a column. Higher slots are members of the JSON column `overflow`, under the name of the
 * slot. Text has a *shadow*, its folded form: column `f3` for `t3`, `id_folded` for `id`, member `f24` for `t24`. The
 * shadow of a column of a slot is set if folding changes the text, because scans compare it row by row and `lower`
 * takes a large part of their time. Other shadows are set only for text beyond ASCII, because `lower` of the engine
 * folds ASCII exactly.
 */
const SLOT_NAME = /^([tn])(\d{1,4})$/;
const SHAPES_KEPT = 1_000;

interface PlacedSlot {
  readonly slot: Slot;
  readonly text: boolean;
  /** Null: in the overflow column. */
  readonly column: string | null;
  /** The place of the folded text: a column if `column` is one, otherwise a member. Null for numbers. */
  readonly folded: string | null;
}

/** A list of slots with their places. Its name, the slots joined with commas, crosses threads instead of it. */
export interface Shape {
  readonly name: string;
  readonly slots: readonly PlacedSlot[];
  readonly overflows: boolean;
}

const shapesByName = new BoundedMap<string, Shape>(SHAPES_KEPT);

export function shapeName(slots: readonly Slot[]): string {
  return slots.join(',');
}

export function shapeNamed(name: string): Shape {
  let shape = shapesByName.get(name);
  if (shape === undefined) {
    const slots = name === '' ? [] : name.split(',').map(place);
    shape = { name, slots, overflows: slots.some((slot) => slot.column === null) };
    shapesByName.set(name, shape);
  }
  return shape;
}

function place(name: string): PlacedSlot {
  const [, kind, index] = SLOT_NAME.exec(name) ?? [];
  if (kind === undefined || index === undefined) throw new Error(`not a slot: ${name}`);
  const text = kind === 't';
  const slot: Slot = `${text ? 't' : 'n'}${Number(index)}`;
  return {
    slot,
    text,
    column: Number(index) < SLOT_COLUMNS ? slot : null,
    folded: text ? `f${Number(index)}` : null,
  };
}

/** A column of a comparison. */
export interface PlacedColumn {
  readonly expression: Sql;
  /** The folded text, for case-insensitive comparisons. Null for numbers. */
  readonly folded: Sql | null;
  readonly nullable: boolean;
}

export function placeColumn(dialect: SqlDialect, column: Column): PlacedColumn {
  if (column === 'id') {
    return { expression: sql`id`, folded: sql`coalesce(id_folded, lower(id))`, nullable: false };
  }
  if (column === 'seq' || column === 'created_at' || column === 'updated_at') {
    return { expression: ident(column), folded: null, nullable: false };
  }
  const { text, column: own, folded } = place(column);
  if (own !== null) {
    const expression = ident(own);
    return {
      expression,
      folded: folded === null ? null : sql`coalesce(${ident(folded)}, ${expression})`,
      nullable: true,
    };
  }
  const key = overflowKey(column);
  if (!text || folded === null) {
    return { expression: dialect.overflowNumber(key), folded: null, nullable: true };
  }
  const expression = dialect.overflowText(key);
  const shadow = dialect.overflowText(overflowKey(folded));
  return { expression, folded: sql`coalesce(${shadow}, lower(${expression}))`, nullable: true };
}

type ShapeLists = WeakMap<Shape, Sql>;

const listsByDialect = new WeakMap<SqlDialect, ShapeLists>();

/**
 * Returns the cells that a record is read from: system columns, columns of the shape, and the overflow if it is needed.
 * Caches the list of each shape.
 */
export function selectList(dialect: SqlDialect, shape: Shape): Sql {
  let lists = listsByDialect.get(dialect);
  if (lists === undefined) {
    lists = new WeakMap();
    listsByDialect.set(dialect, lists);
  }
  return ofShape(lists, shape, () => {
    const own = shape.slots.flatMap(({ column }) => (column === null ? [] : [ident(column)]));
    const overflow = shape.overflows ? [dialect.overflowColumn] : [];
    return [...SYSTEM_COLUMNS.map(ident), ...own, ...overflow];
  });
}

/** Returns the list of a shape, made at the first call. */
function ofShape(lists: ShapeLists, shape: Shape, make: () => readonly Sql[]): Sql {
  let made = lists.get(shape);
  if (made === undefined) {
    made = list(make());
    lists.set(shape, made);
  }
  return made;
}

const SYSTEM_COLUMNS = ['id', 'seq', 'created_at', 'updated_at'];
const SYSTEM_CELLS = SYSTEM_COLUMNS.length;

const sourceLists: ShapeLists = new WeakMap();

/**
 * Returns the columns that `selectList` and comparisons with these columns read, for a subquery from which both are made.
 * Caches the list of each shape, to which compared columns usually belong.
 */
export function sourceList(shape: Shape, compared: readonly Column[]): Sql {
  const own = shape.slots.map(({ column }) => column ?? 'overflow');
  const names = new Set([...SYSTEM_COLUMNS, ...own]);
  const others = compared.map((column) => sourceOf(column)).filter((name) => !names.has(name));
  if (others.length > 0) return list([...new Set([...names, ...others])].map(ident));
  return ofShape(sourceLists, shape, () => [...names].map(ident));
}

function sourceOf(column: Column): string {
  return SLOT_NAME.test(column) ? (place(column).column ?? 'overflow') : column;
}

const nullLists: ShapeLists = new WeakMap();

/** Returns a row of nulls as wide as `selectList`. No record has such a row. Caches the list of each shape. */
export function nullList(shape: Shape): Sql {
  return ofShape(nullLists, shape, () => {
    const own = shape.slots.filter(({ column }) => column !== null).length;
    const cells = SYSTEM_CELLS + own + (shape.overflows ? 1 : 0);
    return Array.from({ length: cells }, () => sql`NULL`);
  });
}

/** Reads a record from a row of `selectList`. */
export function readRecord(shape: Shape, row: Row): RecordRow {
  return {
    id: textCell(row[0]),
    seq: numberCell(row[1]),
    createdAt: numberCell(row[2]),
    updatedAt: numberCell(row[3]),
    values: shape.overflows ? readOverflowing(shape, row) : slotCells(row),
  };
}

function readOverflowing(shape: Shape, row: Row): SlotValue[] {
  const overflow = parseOverflow(textOrNull(row.at(-1)));
  const cells = slotCells(row);
  let cell = 0;
  return shape.slots.map(({ slot, column }) =>
    column === null ? (overflow[slot] ?? null) : (cells[cell++] ?? null),
  );
}

/**
 * Returns the cells after the system columns. They are not checked one by one for speed: no column of records holds
 * bytes.
 */
function slotCells(row: Row): SlotValue[] {
  return row.slice(SYSTEM_CELLS) as SlotValue[];
}

/** Returns the cells that a `columnReader` of the columns reads. */
export function columnList(dialect: SqlDialect, columns: readonly Column[]): Sql {
  const own = columns.flatMap((column) => (isOverflowing(column) ? [] : [ident(column)]));
  return list(columns.some(isOverflowing) ? [...own, dialect.overflowColumn] : own);
}

/** Returns a function that reads the values of the columns, and perhaps further cells, from a row. */
export function columnReader(columns: readonly Column[]): (row: Row) => readonly SlotValue[] {
  // Cells are not checked, as in `slotCells`.
  if (!columns.some(isOverflowing)) return (row) => row as readonly SlotValue[];
  let owned = 0;
  const places = columns.map((column) => (isOverflowing(column) ? null : owned++));
  return (row) => {
    const overflow = parseOverflow(textOrNull(row[owned]));
    return columns.map((column, i) => {
      const place = places[i] ?? null;
      return (place === null ? overflow[column] : (row[place] as SlotValue)) ?? null;
    });
  };
}

function isOverflowing(column: Column): boolean {
  return SLOT_NAME.test(column) && place(column).column === null;
}

const ALL_COLUMNS: readonly Slot[] = (['t', 'n'] as const).flatMap((kind) =>
  Array.from({ length: SLOT_COLUMNS }, (_, i): Slot => `${kind}${i}`),
);

/** Returns the cells of all slots, also of those that have no property, for `readAllSlots`. */
export function allSlots(dialect: SqlDialect): Sql {
  return list([...ALL_COLUMNS.map(ident), dialect.overflowColumn]);
}

/** Returns the values that are set in the cells of `allSlots`. */
export function readAllSlots(cells: Row): ValuesBySlot {
  const values: Partial<Record<Slot, SlotValue>> = {};
  ALL_COLUMNS.forEach((slot, i) => {
    const value = cells[i] ?? null;
    if (value !== null) values[slot] = value as SlotValue;
  });
  for (const [name, value] of Object.entries(parseOverflow(textOrNull(cells[ALL_COLUMNS.length])))) {
    if (SLOT_NAME.test(name)) values[place(name).slot] = value;
  }
  return values;
}

/** The members of the overflow column. */
export type Overflow = Record<string, string | number | null>;

export function parseOverflow(json: string | null): Overflow {
  return json === null ? {} : JSON.parse(json);
}

const OVERFLOW_KEY = /^[tnf]\d{1,4}$/;

/** Returns the key of a slot in the overflow column, as a quoted literal. @throws Error for any other text. */
export function overflowKey(key: string): Sql {
  if (!OVERFLOW_KEY.test(key)) throw new Error(`not a key of the overflow column: ${key}`);
  return text(`'${key}'`);
}
