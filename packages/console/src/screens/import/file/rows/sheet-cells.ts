/** A format of nothing but digits with leading zeros, maybe with hyphens or blanks between them: 00000, 000-00-0000. */
const PADDED = /^0{2,}$|^0+(?:[- ]0+)+$/;
/** With its content; one without has neither a value nor a formula. */
const CELL = /<c\b([^>]*?)(?<!\/)>(.*?)<\/c>/gs;

/**
 * Returns the formats that show numbers with leading zeros, by the number of the style of a cell.
 *
 * @param styles the XML of the styles of a workbook.
 */
export function paddedFormats(styles: string): ReadonlyMap<string, string> {
  const formats = new Map<string, string>();
  for (const [format] of styles.matchAll(/<numFmt\b[^>]*>/g)) {
    const code = (attribute(format, 'formatCode') ?? '').replace(/\\|&quot;/g, '').split(';')[0] ?? '';
    if (PADDED.test(code)) formats.set(attribute(format, 'numFmtId') ?? '', code);
  }
  const cells = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return new Map(
    [...cells.matchAll(/<xf\b[^>]*>/g)].flatMap(([style], at) => {
      const format = formats.get(attribute(style, 'numFmtId') ?? '');
      return format === undefined ? [] : [[String(at), format] as const];
    }),
  );
}

/**
 * Returns the XML of a sheet with the cells as text that the reader would lose or change: errors, formulas whose value
 * was never computed, and numbers that a format shows with leading zeros.
 */
export function keepCells(sheet: string, padded: ReadonlyMap<string, string>): string {
  if (padded.size === 0 && !/<f\b| t="e"/.test(sheet)) return sheet;
  return sheet.replace(CELL, (cell: string, attributes: string, content: string) => {
    const value = /<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
    const formula = /<f\b[^>]*>([^<]+)<\/f>/.exec(content)?.[1];
    const format = padded.get(attribute(attributes, 's') ?? '');
    const type = attribute(attributes, 't');
    if (type === 'e') return textCell(attributes, value);
    if (value === '' && formula !== undefined && type !== 'str') return textCell(attributes, `=${formula}`);
    if (format === undefined || (type ?? 'n') !== 'n' || !/^\d+$/.test(value)) return cell;
    return textCell(attributes, pad(value, format));
  });
}

/**
 * Returns a number of a cell as a double shows it, because Excel writes 17 digits of it: 1.1 as 1.1000000000000001, and
 * 0.001 as 1E-3. Other numbers stay as they are written.
 */
export function numberText(written: string): string {
  const digits = written.replace(/\D/g, '').length;
  return digits > 15 || /e/i.test(written) ? String(Number(written)) : written;
}

/** Fills the zeros of a format with digits from the right. */
function pad(digits: string, format: string): string {
  const zeros = format.replace(/[^0]/g, '').length;
  const rest = [...digits.padStart(zeros, '0')];
  const last = [...format].toReversed().map((mark) => (mark === '0' ? (rest.pop() ?? '0') : mark));
  return rest.join('') + last.toReversed().join('');
}

function textCell(attributes: string, text: string): string {
  const others = attributes.replace(/\s[ts]="[^"]*"/g, '');
  return `<c${others} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
