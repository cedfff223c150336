import { parseJsonNumber } from '../../ground/json.ts';

/** How numbers are written: 1,234.5 or 1.234,5, also without separators between thousands. */
export type Decimal = 'point' | 'comma';

/**
 * How a number is read that has two readings, such as `1,500` and `1.500`. `plain`: a point is decimal, a comma is not
 * decided. `open`: neither is decided.
 */
export type DecimalForm = Decimal | 'plain' | 'open';

/** No-break, thin and narrow no-break spaces, which French and others write between thousands. */
const SPACES = '\\u00a0\\u2009\\u202f';

function pattern(mark: string, group: string): RegExp {
  const grouped = (between: string) => `[1-9]\\d{0,2}(?:${between}\\d{3})+`;
  // Numbers of telephones and of firms have plain blanks, too, but no fraction.
  const blanks = `${grouped(' ')}(?=${mark}\\d)`;
  const whole = `(?:0|[1-9]\\d*|${grouped(group)}|${grouped(`[${SPACES}]`)}|${blanks}|(?=${mark}\\d))`;
  return new RegExp(`^[+\\-\\u2212]?${whole}(?:${mark}\\d+)?(?:e[+-]?\\d+)?$`, 'i');
}

const PATTERNS: Readonly<Record<Decimal, RegExp>> = {
  point: pattern('\\.', ','),
  comma: pattern(',', '\\.'),
};
const GROUPS: Readonly<Record<Decimal, RegExp>> = {
  point: new RegExp(`[, ${SPACES}]`, 'g'),
  comma: new RegExp(`[. ${SPACES}]`, 'g'),
};

/**
 * Returns whether `1.500` is likely one and a half by what is between the cells (null: JSON). Commas there are not decimal, and
 * JSON writes points. Spreadsheets of any language write tabs and semicolons.
 */
export function isPointLikely(delimiter: string | null): boolean {
  return delimiter === null || delimiter === ',';
}

/** Returns a number with a decimal point and nothing between thousands. Null: the text is no number in this form. */
export function bareNumber(text: string, decimal: Decimal): string | null {
  if (!PATTERNS[decimal].test(text)) return null;
  return text.replace(GROUPS[decimal], '').replace(',', '.').replace('\u2212', '-');
}

function readAs(text: string, decimal: Decimal): number | null {
  const bare = bareNumber(text, decimal);
  return bare === null ? null : Number(bare);
}

/**
 * Reads a number by its own marks; the form decides only between two readings. Null: no number, or nothing decides which
 * one.
 */
export function readNumberText(text: string, form: DecimalForm): number | null {
  if (form === 'point' || form === 'plain' || !/[.,]/.test(text)) {
    const number = parseJsonNumber(text);
    if (number !== null) return number;
  }
  const [point, comma] = [readAs(text, 'point'), readAs(text, 'comma')];
  if (point === null || comma === null || point === comma) return point ?? comma;
  switch (form) {
    case 'point':
      return point;
    case 'comma':
      return comma;
    case 'plain':
      return text.includes(',') ? null : point;
    case 'open':
      return null;
  }
}
