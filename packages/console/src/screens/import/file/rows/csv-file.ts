/** Returns rows as CSV. Empty cells are left empty, because `""` would be an empty text instead of no value. */
export function toCsv(rows: readonly (readonly string[])[], delimiter = ','): Blob {
  const lines = rows.map((cells) => cells.map((cell) => quote(cell, cells.length)).join(delimiter));
  return new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}

/** A row of one empty cell has to be quoted, because a blank line is no row. */
function quote(cell: string, columns: number): string {
  return cell === '' && columns > 1 ? '' : `"${cell.replaceAll('"', '""')}"`;
}
