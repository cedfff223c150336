/** A number with its unit, as it is written: `$1,299.50`, `12 %`, `5,50 €`. */
export interface UnitText {
  /** A sign of a currency, `%`, or one of the codes that are written beside amounts most. */
  readonly unit: string;
  /** The text without the unit and the blank beside it. */
  readonly number: string;
}

export const PERCENT = '%';
const CURRENCY = String.raw`\p{Sc}|EUR|USD|GBP|CHF`;
const BLANK = String.raw`[ \u00a0\u202f]?`;
const LEADING = new RegExp(
  `^(?<sign>[+\\-\\u2212]?)(?<unit>${CURRENCY})${BLANK}(?=[+\\-\\u2212.,\\d])(?<rest>.+)$`,
  'u',
);
const TRAILING = new RegExp(`^(?<rest>.*\\d)${BLANK}(?<unit>${CURRENCY}|%)$`, 'u');

/** Returns a text as a number with its unit. Null: it has no unit, or is no number whatever its form is. */
export function readUnit(text: string): UnitText | null {
  if (!/\d/.test(text)) return null;
  const { sign = '', unit, rest } = (LEADING.exec(text) ?? TRAILING.exec(text))?.groups ?? {};
  if (unit === undefined || rest === undefined || !/^[+\-\u2212.,\d]/.test(rest)) return null;
  return { unit, number: `${sign}${rest}` };
}

/**
 * Returns the text without the unit of its column. An amount without it stays as it is. Null: the text has no `%`, though
 * the column has it, so that 0.5 may be half a percent or half of all.
 */
export function withoutUnit(text: string, unit: string | null): string | null {
  const found = unit === null ? null : readUnit(text);
  if (found !== null && found.unit === unit) return found.number;
  return unit === PERCENT ? null : text;
}
