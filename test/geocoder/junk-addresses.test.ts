import type { GeocodeMatch } from '@vitrine/core';
import { distanceMiles } from '@vitrine/core/adapter';
import { offlineGeocoder } from '@vitrine/geocoder';
import { beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { JUNK_ADDRESSES, LATER_ADDRESSES } from './junk-addresses.ts';

type Outcome = 'right' | 'wrong' | 'ambiguous' | 'none';

interface Row {
  readonly kind: string;
  readonly address: string;
  readonly outcome: Outcome;
  readonly match: GeocodeMatch | null;
}

const LATER = 'written afterwards';
const rows: Row[] = [];

beforeAll(async () => {
  const geocoder = offlineGeocoder();
  const { signal } = new AbortController();
  for (const [kind, addresses] of [...JUNK_ADDRESSES, [LATER, LATER_ADDRESSES] as const]) {
    for (const [address, place] of addresses) {
      const match = await geocoder.geocode(address, { signal });
      rows.push({ kind, address, match, outcome: outcomeOf(match, place) });
    }
  }
  console.log(`${table()}\n\n${summary()}`);
});

function outcomeOf(match: GeocodeMatch | null, place: readonly [number, number] | null): Outcome {
  if (match === null) return 'none';
  if (match.ambiguous) return 'ambiguous';
  if (place === null) return 'wrong';
  return distanceMiles(match, { lat: place[0], lng: place[1] }) <= 30 ? 'right' : 'wrong';
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function table(): string {
  const head = [
    line(['address', 'outcome', 'found', 'confidence', 'matched']),
    line(['---', '---', '---', '---:', '---']),
  ];
  const body = rows.map(({ address, outcome, match }) => {
    const { label = '', confidence = '', matched = [] } = match ?? {};
    return line([address, outcome === 'wrong' ? 'WRONG' : outcome, label, confidence, matched.join(', ')]);
  });
  return [...head, ...body].join('\n');
}

function summary(): string {
  const outcomes = ['none', 'ambiguous', 'right', 'wrong'] as const;
  const count = (of: readonly Row[], outcome: Outcome) => of.filter((row) => row.outcome === outcome).length;
  const byKind = [
    ...Map.groupBy(rows, ({ kind }) => kind),
    ['the first 200', rows.filter(({ kind }) => kind !== LATER)] as const,
  ];
  return [
    line(['kind', ...outcomes, 'located wrongly']),
    line(['---', ...outcomes.map(() => '---:'), '---:']),
    ...byKind.map(([kind, of]) => {
      const wrong = `${((100 * count(of, 'wrong')) / of.length).toFixed(1)} %`;
      return line([kind, ...outcomes.map((outcome) => count(of, outcome)), wrong]);
    }),
  ].join('\n');
}

test(
  'locates at most one in a hundred of 200 junk and half-junk addresses wrongly',
  verifies('geocode.doubt', 'geocode.confidence'),
  () => {
    const [later, first] = [
      rows.filter(({ kind }) => kind === LATER),
      rows.filter(({ kind }) => kind !== LATER),
    ];
    expect([first.length, later.length]).toEqual([200, 40]);
    expect(later.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
    const wrong = first
      .filter(({ outcome }) => outcome === 'wrong')
      .map(({ address, match }) => [address, match?.label]);
    for (const { match } of rows) {
      const {
        ambiguous,
        confidence = -1,
        matched = [],
      } = match ?? { ambiguous: true, confidence: 0, matched: ['-'] };
      expect(ambiguous ? confidence <= 0.5 : confidence > 0.5).toBe(true);
      expect(matched.length).toBeGreaterThan(0);
    }
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(2);
  },
);
