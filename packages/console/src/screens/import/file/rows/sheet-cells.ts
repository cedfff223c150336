/** A format of nothing but digits with leading zeros, maybe with hyphens or blanks between them: 00000, 000-00-0000. */
const PADDED = /^0{2,}$|^0+(?:[- ]0+)+$/;
/** A format of hours, minutes or seconds alone. In brackets, they go on after 24 hours. */
const TIME = /^(?=.*[hs])(?:\[(?:h+|m+|s+)\]|[hms:. 0]|am\/pm|a\/p)+$/i;
/** The formats of times that every workbook has, by their numbers (ECMA-376 part 1, 18.8.30). */
const TIMES = new Map([
  ...['18', '19', '20', '21', '45', '47'].map((id) => [id, 'h:mm'] as const),
  ['46', '[h]:mm:ss'] as const,
]);
/** With its content; one without has neither a value nor a formula. */
const CELL = /<c\b([^>]*?)(?<!\/)>(.*?)<\/c>/gs;
const DAY_SECONDS = 86_400;

/** Returns a number as its format shows it. Null: the reader shows it as well. */
type Show = (value: string) => string | null;

/**
 * Returns how cells are shown whose numbers are times, or have leading zeros, by the number of the style of a cell.
 *
 * @param styles the XML of the styles of a workbook.
 */
export function shownFormats(styles: string): ReadonlyMap<string, Show> {
  const codes = new Map<string, string>(TIMES);
  for (const [format] of styles.matchAll(/<numFmt\b[^>]*>/g))
    codes.set(attribute(format, 'numFmtId') ?? '', attribute(format, 'formatCode') ?? '');
  const cells = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return new Map(
    [...cells.matchAll(/<xf\b[^>]*>/g)].flatMap(([style], at) => {
      const show = showOf(codes.get(attribute(style, 'numFmtId') ?? '') ?? '');
      return show === null ? [] : [[String(at), show] as const];
    }),
  );
}

function showOf(code: string): Show | null {
  // The part for positive numbers, without the mark of a language.
  const [format = ''] = code
    .replaceAll('&quot;', '"')
    .replace(/\[\$[^\]]*\]/g, '')
    .split(';');
  const padded = format.replace(/[\\"]/g, '');
  if (PADDED.test(padded)) return (value) => (/^\d+$/.test(value) ? pad(value, padded) : null);
  const time = format.replace(/\\.|".*?"/g, '');
  return TIME.test(time) ? (value) => timeText(Number(value), time.includes('[')) : null;
}

/** Returns a part of a day as a time. A day and a time are none, unless the format counts hours. */
function timeText(days: number, isElapsed: boolean): string | null {
  if (!(days >= 0 && (isElapsed || days < 1))) return null;
  const seconds = Math.round(days * DAY_SECONDS);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts;
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Returns the XML of a sheet with the cells as text that the reader would lose or change: errors, formulas whose value
 * was never computed, and numbers that a format shows as times or with leading zeros.
 */
export function keepCells(sheet: string, formats: ReadonlyMap<string, Show>): string {
  if (formats.size === 0 && !/<f\b| t="e"/.test(sheet)) return sheet;
  return sheet.replace(CELL, (cell: string, attributes: string, content: string) => {
    const value = /<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
    const formula = /<f\b[^>]*>([^<]+)<\/f>/.exec(content)?.[1];
    const type = attribute(attributes, 't');
    if (type === 'e') return textCell(attributes, value);
    if (value === '' && formula !== undefined && type !== 'str') return textCell(attributes, `=${formula}`);
    if (value === '' || (type ?? 'n') !== 'n') return cell;
    const shown = formats.get(attribute(attributes, 's') ?? '')?.(value) ?? null;
    return shown === null ? cell : textCell(attributes, shown);
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
