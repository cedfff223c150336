import {
  elementOf,
  foldedShadow,
  ident,
  list,
  type Shape,
  type Sql,
  type SqlValue,
  sql,
  writtenColumns,
  writtenValues,
} from '@vitrine/storage-sql';

/** Records of a statement. With more of them a statement saves little and takes longer to prepare. */
export const ROWS = 10;

/** Returns the beginning of a statement that inserts `count` rows. `cells`: those of `addCells` for each row. */
export function insertGiven(shape: Shape, count: number, cells: Sql): Sql {
  const columns = [
    ...['seq', 'id', 'id_folded', 'created_at', 'updated_at'].map(ident),
    ...writtenColumns(shape),
  ];
  const rows = Array.from({ length: count }, (_, row) => {
    const values = columns.map((_, i) => elementOf(cells, row * columns.length + i));
    return sql`(${list(values)})`;
  });
  return sql`
    INSERT INTO records (${list(columns)})
    VALUES ${list(rows)}
    ON CONFLICT (store_id, id)`;
}

interface GivenRow {
  readonly number: number;
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly values: Parameters<typeof writtenValues>[1];
}

/** Adds the cells of a row. */
export function addCells(cells: SqlValue[], shape: Shape, row: GivenRow): void {
  cells.push(row.number, row.id, foldedShadow(row.id), row.createdAt, row.updatedAt);
  for (const cell of writtenValues(shape, row.values)) cells.push(cell);
}
