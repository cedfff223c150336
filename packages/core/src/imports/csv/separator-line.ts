/** The first line of a file from Excel, which names the delimiter: `sep=;`, also in quotes or filled up with delimiters. */
const SEPARATOR_LINE = /^(?:sep=([\t !#-~])\1*|"sep=([\t !#-~])"\2*)(?:\r\n?|\n|$)/i;

/** Longer than every such line that a spreadsheet writes. */
export const SEPARATOR_LINE_MAX = 256;

/** Returns the delimiter that the first line of a file names, and the length of that line. Null: it names none. */
export function readSeparatorLine(
  start: string,
): { readonly delimiter: string; readonly length: number } | null {
  const found = SEPARATOR_LINE.exec(start.slice(0, SEPARATOR_LINE_MAX));
  const delimiter = found?.[1] ?? found?.[2];
  return found === null || delimiter === undefined ? null : { delimiter, length: found[0].length };
}
