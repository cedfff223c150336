import { unguardFormula } from '../values/formula-guard.ts';
import { type DetectedColumn, type FileOptions, findUndecidedDecimals, textFormOf } from './detected-file.ts';
import type { CellPace } from './file/cell-pace.ts';
import { toLegalNames } from './legal-names.ts';
import type { ColumnProfile } from './values/column-profile.ts';
import { namesCountries } from './values/country-codes.ts';
import type { DecimalMarks } from './values/decimal-evidence.ts';
import { type Decimal, isPointLikely } from './values/number-text.ts';

/** Finds names and types of columns. `warnings`: of numbers that are read as text. */
export async function describeColumns(
  names: readonly string[],
  profiles: readonly ColumnProfile[],
  options: FileOptions,
  delimiter: string | null,
  pace: CellPace,
): Promise<{ columns: DetectedColumn[]; decimal: Decimal | null; warnings: string[] }> {
  const bare = options.formulas === 'raw' ? names : names.map(unguardFormula);
  const legal = toLegalNames(bare, { keepId: false });
  const decided = new Set(profiles.flatMap(({ decides }) => decides ?? []));
  const [only = null] = decided.size === 1 ? decided : [];
  const decimal = options.decimal ?? only;
  const arePointsDecimal = only === 'point' || (decided.size === 0 && isPointLikely(delimiter));
  const marks: DecimalMarks = {
    comma: decimal,
    point: options.decimal ?? (arePointsDecimal ? 'point' : null),
    isGiven: options.decimal !== undefined,
  };
  const columns: DetectedColumn[] = [];
  const doubtful: DetectedColumn[] = [];
  const units: string[] = [];
  const mixed: DetectedColumn[] = [];
  const nearNumbers: string[] = [];
  const nearDates: string[] = [];
  const unzoned: DetectedColumn[] = [];
  const otherYears: string[] = [];
  const unstorable: string[] = [];
  for (const [at, profile] of profiles.entries()) {
    const areCodes =
      profile.mayBeCodes &&
      (namesCountries(bare[at] ?? '') || profiles.some((other) => other.areCountryNames));
    const { type, confidence, decimal: found } = profile.find(marks, options.dates ?? null, areCodes);
    const ownDates = profile.dates === 'undecided' ? (options.dates ?? profile.dates) : profile.dates;
    const { unit } = profile;
    const forms = { decimal: found ?? profile.decimal(marks), dates: ownDates, unit };
    const column: DetectedColumn = {
      column: names[at] ?? '',
      name: legal[at] ?? '',
      type,
      confidence,
      ...forms,
      samples: profile.samples,
      count: profile.count,
      empty: profile.empty,
      isDistinct: profile.isDistinct(type, textFormOf(forms)),
    };
    columns.push(column);
    if (found === 'undecided') doubtful.push(column);
    if (type === 'number' && unit !== null) units.push(`${unit} in ${JSON.stringify(column.column)}`);
    if (type === 'string' && profile.hasMixedUnits && profile.isAmounts) mixed.push(column);
    if (type === 'string') {
      nearNumbers.push(...nameException(column, profile.numberException));
      nearDates.push(...nameException(column, profile.dateException));
    }
    if (type === 'datetime' && profile.hasMixedOffsets) unzoned.push(column);
    if (type === 'datetime' && profile.otherYear !== null)
      otherYears.push(`${profile.otherYear} in ${JSON.stringify(column.column)}`);
    if (profile.unstorable !== null)
      unstorable.push(`${JSON.stringify(column.column)} has a value that is refused: ${profile.unstorable}`);
    await pace.add(profile.count, 0);
  }
  const undecided = findUndecidedDecimals(doubtful);
  return {
    columns,
    decimal,
    warnings: [
      ...(undecided === null ? [] : [`${undecided.message} It is read as text.`]),
      ...(units.length === 0 ? [] : [`Numbers are stored without their unit: ${units.join(', ')}.`]),
      ...mixed.map(
        ({ column }) => `${JSON.stringify(column)} has numbers with different units, so it is read as text.`,
      ),
      ...warnOfExceptions('numbers', nearNumbers),
      ...warnOfExceptions('dates', nearDates),
      ...unzoned.map(
        ({ column }) =>
          `${JSON.stringify(column)} has times with an offset and times without one, which are read as UTC.`,
      ),
      ...(otherYears.length === 0
        ? []
        : [
            `Years are read as they are written, though they may be those of another calendar, or without their century: ${otherYears.join(', ')}.`,
          ]),
      ...unstorable,
    ],
  };
}

/** Returns a column with the value that keeps it from having its type. */
function nameException({ column }: DetectedColumn, exception: string | null): string[] {
  return exception === null ? [] : [`${JSON.stringify(column)} (${JSON.stringify(exception)})`];
}

function warnOfExceptions(kind: 'numbers' | 'dates', columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  return [`Columns are read as text, because some of their values are no ${kind}: ${columns.join(', ')}.`];
}
