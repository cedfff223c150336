import { unguardFormula } from '../values/formula-guard.ts';
import type { ColumnFinding, ColumnProfile } from './column-profile.ts';
import type { DetectedColumn, FileOptions } from './detected-file.ts';
import { toLegalNames } from './legal-names.ts';
import type { Decimal } from './typed-text.ts';

/** Finds names and types of columns. */
export function describeColumns(
  names: readonly string[],
  profiles: readonly ColumnProfile[],
  options: FileOptions,
  delimiter: string | null,
): { columns: DetectedColumn[]; decimal: Decimal | null } {
  const bare = options.formulas === 'raw' ? names : names.map(unguardFormula);
  const legal = toLegalNames(bare, { keepId: false });
  const decimal = options.decimal ?? decideDecimal(profiles);
  // Where the comma is decimal, spreadsheets delimit with semicolons.
  const comma = decimal === null ? (delimiter === ';' ? true : null) : decimal === 'comma';
  const columns = profiles.map((profile, at): DetectedColumn => {
    const found = profile.find(comma);
    const dates = profile.dates === 'undecided' ? (options.dates ?? profile.dates) : profile.dates;
    return {
      column: names[at] ?? '',
      name: legal[at] ?? '',
      type: found.type,
      confidence: found.confidence,
      decimal: decimalOf(profile, found, comma, options),
      dates: found.type === 'datetime' ? dates : profile.dates === null ? null : dates,
      samples: profile.samples,
      count: profile.count,
      empty: profile.empty,
      isDistinct: profile.isDistinct,
    };
  });
  return { columns, decimal };
}

/** Returns how a column writes numbers. What the caller says counts also where no value of the sample needs it. */
function decimalOf(
  profile: ColumnProfile,
  found: ColumnFinding,
  comma: boolean | null,
  options: FileOptions,
): DetectedColumn['decimal'] {
  const decimal = found.decimal ?? profile.decimal(comma);
  return decimal === 'plain' ? (options.decimal ?? decimal) : decimal;
}

/** Returns how the file writes numbers, if some columns decide it and none decides otherwise. */
function decideDecimal(profiles: readonly ColumnProfile[]): Decimal | null {
  const decided = new Set(profiles.flatMap(({ decides }) => decides ?? []));
  const [only] = decided;
  return decided.size === 1 ? (only ?? null) : null;
}
