import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Gazetteer, loadGazetteer } from '../gazetteer/gazetteer.ts';
import { type OtherNames, readOtherNames } from '../gazetteer/other-names.ts';
import { locate } from './locate.ts';
import { Countries } from './names/countries.ts';
import { MAX_ADDRESS_LENGTH } from './words/address-words.ts';

/**
 * Upper bound of look-ups: some 5,000 for all names of the longest address, and as many for each name that may be
 * misspelt.
 */
const MOST_LOOKUPS = 60_000;

let gazetteer: Gazetteer;
let countries: Countries;
let others: OtherNames;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
  others = await readOtherNames();
  countries = new Countries(gazetteer.places.regions.countries());
});

const words = fc.constantFrom(
  ...'Paris London St. Main 10115 TX CA de Georgia USA Germany Deutschland New York Victoria K1M 1M4 SW1A'.split(
    ' ',
  ),
  'San Francsico',
  'Côte d’Ivoire',
  ',',
  ', ',
  '\n',
  ' - ',
  '🍕',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
);
const addresses = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2 * MAX_ADDRESS_LENGTH }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '1'), minLength: 50, maxLength: MAX_ADDRESS_LENGTH }),
  fc.array(words, { maxLength: 300 }).map((parts) => parts.join(' ')),
);

test('returns null or a place on the globe for any address, after a bounded number of look-ups', () => {
  const named = vi.spyOn(gazetteer.places, 'named');
  fc.assert(
    fc.property(addresses, (address) => {
      named.mockClear();
      const match = locate(address, gazetteer, countries, others);
      expect(named.mock.calls.length).toBeLessThan(MOST_LOOKUPS);
      if (match === null) return;
      expect(Math.abs(match.lat)).toBeLessThanOrEqual(90);
      expect(Math.abs(match.lng)).toBeLessThanOrEqual(180);
      expect(['postcode', 'city']).toContain(match.precision);
      expect(match.label).not.toBe('');
      const { confidence = -1, matched = [], ambiguous } = match;
      expect(ambiguous ? confidence <= 0.5 : confidence > 0.5 && confidence <= 1).toBe(true);
      expect(matched.length).toBeGreaterThan(0);
    }),
  );
});

test('does not read text that is too long for an address', () => {
  const named = vi.spyOn(gazetteer.places, 'named').mockClear();
  expect(locate('Paris, France '.padEnd(10_000, 'x'), gazetteer, countries, others)).toBe(null);
  expect(locate(`${' '.repeat(MAX_ADDRESS_LENGTH)}Paris`, gazetteer, countries, others)).toBe(null);
  expect(named).not.toHaveBeenCalled();
  expect(locate('Paris'.padEnd(MAX_ADDRESS_LENGTH), gazetteer, countries, others)).toMatchObject({
    precision: 'city',
  });
});

test('ignores case, accents and spaces', () => {
  const known = fc.constantFrom('Zürich, Schweiz', 'São Paulo, Brasil', 'St. Louis, MO', 'Kraków, Polska');
  fc.assert(
    fc.property(known, fc.boolean(), fc.boolean(), (address, upper, plain) => {
      const bare = plain ? address.normalize('NFD').replace(/\p{M}/gu, '') : address;
      const written = `  ${(upper ? bare.toUpperCase() : bare.toLowerCase()).replaceAll(' ', '  ')} `;
      const { matched = [], ...match } = locate(written, gazetteer, countries, others) ?? {};
      expect(match).toEqual({ ...locate(address, gazetteer, countries, others), matched: undefined });
      for (const part of matched) expect(written.replaceAll('  ', ' ')).toContain(part);
    }),
  );
});
