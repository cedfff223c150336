/** A template whose common indentation is removed. */
export interface TemplateLines {
  readonly texts: readonly string[];
  /** For each interpolation: the white space before its line. */
  readonly indents: readonly string[];
  /** For each interpolation: whether nothing else is on its line. */
  readonly aloneOnLine: readonly boolean[];
}

const linesByTemplate = new WeakMap<readonly string[], TemplateLines>();

/**
 * Returns the lines of a template. Reads each template once: the strings of a tagged template are always the same
 * array.
 */
export function linesOf(strings: readonly string[]): TemplateLines {
  let lines = linesByTemplate.get(strings);
  if (lines === undefined) {
    lines = readLines(strings);
    linesByTemplate.set(strings, lines);
  }
  return lines;
}

function readLines(strings: readonly string[]): TemplateLines {
  const common = commonIndent(strings);
  const texts = strings.map((part) => part.replaceAll(`\n${common}`, '\n'));
  if (texts[0] !== undefined) texts[0] = texts[0].replace(/^[ \t]*\n/, '');
  const last = texts.length - 1;
  if (texts[last] !== undefined) texts[last] = texts[last].replace(/\n[ \t]*$/, '');
  const indents = texts.slice(0, -1).map((_, i) => /^[ \t]*/.exec(lineBefore(texts, i))?.[0] ?? '');
  const aloneOnLine = indents.map((_, i) => startsLine(texts, i) && endsLine(texts, i));
  return { texts, indents, aloneOnLine };
}

/** Returns the white space that all lines after the first one share. Lines that are only white space don't count. */
function commonIndent(strings: readonly string[]): string {
  // U+0000 marks an interpolation, so that a line which begins with one is not taken for an empty line.
  const lines = strings.join('\0').split('\n').slice(1);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  return indents.reduce(
    (common, indent) => (indent.length < common.length ? indent : common),
    indents[0] ?? '',
  );
}

/** Returns what is on the line of an interpolation before it, without other interpolations. */
function lineBefore(texts: readonly string[], index: number): string {
  let line = '';
  for (let i = index; i >= 0; i--) {
    const part = texts[i] ?? '';
    const start = part.lastIndexOf('\n');
    if (start >= 0) return part.slice(start + 1) + line;
    line = part + line;
  }
  return line;
}

function startsLine(texts: readonly string[], index: number): boolean {
  const part = texts[index] ?? '';
  const start = part.lastIndexOf('\n');
  return (start >= 0 || index === 0) && part.slice(start + 1).trim() === '';
}

function endsLine(texts: readonly string[], index: number): boolean {
  const part = texts[index + 1] ?? '';
  const end = part.indexOf('\n');
  const isLast = index + 2 === texts.length;
  return (end >= 0 || isLast) && (end < 0 ? part : part.slice(0, end)).trim() === '';
}

/** Indents all lines after the first one. */
export function indentLines(part: string, indent: string): string {
  return indent === '' || !part.includes('\n') ? part : part.replaceAll('\n', `\n${indent}`);
}

/** Removes the line that has been begun, which holds only white space. */
export function removeEmptyLine(texts: string[]): void {
  const last = texts.at(-1) ?? '';
  const start = last.lastIndexOf('\n');
  texts[texts.length - 1] = start < 0 ? '' : last.slice(0, start);
}
