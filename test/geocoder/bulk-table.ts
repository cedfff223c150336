import type { GeocodeMatch } from '@vitrine/core';
import { distanceMiles } from '@vitrine/core/adapter';
import type { BulkAddress } from './bulk-addresses.ts';

/**
 * `decided`: flagged as ambiguous at another place of the same name, and the form can't tell them apart. `doubted`:
 * flagged at a wrong place though the form tells.
 */
const OUTCOMES = ['right', 'flagged', 'undecided', 'doubted', 'wrong', 'none'] as const;
export type BulkOutcome = (typeof OUTCOMES)[number];

export type BulkCounts = Record<BulkOutcome, number>;

/** A match that is further away is wrong: 30 km. */
const FAR_MILES = 18.65;

/** Returns the outcome of an address whose place is at the coordinates. */
export function bulkOutcome(
  match: GeocodeMatch | null,
  at: { readonly lat: number; readonly lng: number },
  { isUndecided }: BulkAddress,
): BulkOutcome {
  if (match === null) return 'none';
  if (distanceMiles(match, at) <= FAR_MILES) return match.ambiguous ? 'flagged' : 'right';
  if (!match.ambiguous) return 'wrong';
  return isUndecided ? 'undecided' : 'doubted';
}

export function noCounts(): BulkCounts {
  return { right: 0, flagged: 0, undecided: 0, doubted: 0, wrong: 0, none: 0 };
}

/** The shares that the limits are for, in percent. */
export function sharesOf(counts: BulkCounts): {
  readonly unflagged: number;
  readonly wrong: number;
  readonly none: number;
} {
  const all = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  const share = (count: number) => (100 * count) / all;
  return {
    unflagged: share(counts.wrong),
    wrong: share(counts.wrong + counts.doubted),
    none: share(counts.none),
  };
}

/** Returns the counts by country and form as a table. */
export function bulkTable(rows: ReadonlyMap<string, BulkCounts>): string {
  const head = [
    'country: form',
    'right',
    'right, flagged',
    'homonym, flagged',
    'wrong, flagged',
    'wrong',
    'none',
  ];
  const lines = [...rows].map(([title, counts]) => {
    const { unflagged, wrong, none } = sharesOf(counts);
    const shares = [unflagged, wrong, none].map((share) => `${share.toFixed(2)} %`);
    return [title, ...OUTCOMES.map((outcome) => counts[outcome]), ...shares];
  });
  return [
    [...head, 'wrong, not flagged', 'wrong', 'nothing found'],
    [...head, '', '', ''].map(() => '---'),
    ...lines,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
