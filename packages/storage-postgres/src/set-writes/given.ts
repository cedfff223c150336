import type { SlotValue } from '@vitrine/core/storage';
import {
  elementOf,
  foldedShadow,
  ident,
  join,
  type Shape,
  type Sql,
  type SqlParameter,
  type SqlValue,
  slotShadow,
  sql,
  text,
} from '@vitrine/storage-sql';
import { isNumber, nameOf } from './cells.ts';

/** A bound column of values, with the name under which the statement reads it. */
export interface GivenColumn {
  readonly name: Sql;
  readonly type: string;
}

export function givenColumn(name: string, type: string): GivenColumn {
  return { name: text(name), type };
}

/** Returns the given value of a slot's column or shadow. */
export function given(column: Sql): Sql {
  return text(`new_${nameOf(column)}`);
}

/** Returns the shape's own columns and shadows, each with the place of its slot. */
export function ownColumns({ slots }: Shape): { name: Sql; place: number }[] {
  return slots.flatMap(({ column, folded }, place) => {
    if (column === null) return [];
    const own = { name: ident(column), place };
    return folded === null ? [own] : [own, { name: ident(folded), place }];
  });
}

/** Returns the given columns of a shape's own columns. */
export function slotColumns(shape: Shape): GivenColumn[] {
  return ownColumns(shape).map(({ name }) => ({
    name: given(name),
    type: isNumber(name) ? 'double precision' : 'text',
  }));
}

/** Returns the values of `slotColumns`, in order. */
export function slotValues(shape: Shape, valuesAt: (place: number) => readonly SlotValue[]): SqlParameter[] {
  return shape.slots.flatMap(({ column, folded }, place) => {
    if (column === null) return [];
    const values = valuesAt(place);
    return folded === null ? [columnOf(values)] : [columnOf(values), columnOf(values.map(slotShadow))];
  });
}

/** Returns the ids and their shadows, the first two given columns. */
export function idValues(records: readonly { readonly id: string }[]): SqlParameter[] {
  return [records.map(({ id }) => id), columnOf(records.map(({ id }) => foldedShadow(id)))];
}

/** Returns a column of values. A column of nulls is one null: that reads the same and is cheaper to bind. */
function columnOf(values: readonly SqlValue[]): SqlParameter {
  return values.every((value) => value === null) ? null : values;
}

/** Returns a query of the given columns as rows, with their `place`, counted from 1. */
export function givenRows(columns: readonly GivenColumn[], bound: Sql): Sql {
  const arrays = columns.map(({ type }, i) => sql`CAST(${elementOf(bound, i)} AS ${text(type)}[])`);
  return sql`
    SELECT *
    FROM unnest(
      ${join(arrays, ',\n')}
    ) WITH ORDINALITY AS given (
      ${join([...columns.map(({ name }) => name), text('place')], ',\n')}
    )`;
}
