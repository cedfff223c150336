/** The lines and cells of a text with tabs. */
export type Cells = readonly (readonly string[])[];

/** Reads text with tabs, where cells with tabs, line breaks or quotes are in quotes. */
export function parseTsv(text: string): string[][] {
  const lines: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  let line: string[] = [];
  const source = text.replace(/\r?\n$/, '');
  for (let at = 0; ; ) {
    cell.lastIndex = at;
    const match = cell.exec(source);
    // A quote inside a cell that does not begin with one.
    if (match === null) return source.split(/\r?\n/).map((one) => one.split('\t'));
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = cell.lastIndex;
    if (match[3] !== '\t') {
      lines.push(line);
      line = [];
      if (match[3] === '') return lines;
    }
  }
}

/** Returns cells as text with tabs, as spreadsheets take it. */
export function toTsv(lines: Cells): string {
  return lines.map((cells) => cells.map(quote).join('\t')).join('\n');
}

function quote(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
