import { distanceMiles } from '@vitrine/core/adapter';
import { offlineGeocoder } from '@vitrine/geocoder';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { DECIDED_ADDRESSES, PROVINCE_ADDRESSES } from './decided-addresses.ts';

const FAR_MILES = 15.5;

const geocoder = offlineGeocoder();
const { signal } = new AbortController();

async function outcomeOf(address: string, lat: number, lng: number): Promise<string> {
  const match = await geocoder.geocode(address, { signal });
  if (match === null) return 'none';
  if (match.ambiguous) return 'ambiguous';
  const miles = distanceMiles(match, { lat, lng });
  return miles <= FAR_MILES ? 'right' : `${match.label}, ${Math.round(miles)} miles away`;
}

test.for(Object.keys(DECIDED_ADDRESSES))(
  '%s',
  verifies('geocode.hints', 'geocode.province', 'geocode.forms', 'geocode.scripts'),
  async (title) => {
    for (const [address, lat, lng] of DECIDED_ADDRESSES[title] ?? []) {
      expect([address, await outcomeOf(address, lat, lng)]).toEqual([address, 'right']);
    }
  },
);

test(
  'of 106 towns with province and country at most two are ambiguous and none is wrong',
  verifies('geocode.province'),
  async () => {
    const outcomes = new Map<string, string>();
    for (const [address, lat, lng] of PROVINCE_ADDRESSES)
      outcomes.set(address, await outcomeOf(address, lat, lng));
    const others = [...outcomes].filter(([, outcome]) => outcome !== 'right');
    expect(others.filter(([, outcome]) => outcome !== 'ambiguous')).toEqual([]);
    expect(outcomes.size).toBe(106);
    expect(others.length).toBeLessThanOrEqual(2);
  },
);

test.for([
  // A town has the name as it is written, in another region.
  'Hamburg, Bayern',
  // Only a region is named.
  'Los Angeles County, California',
  'Orange County, CA',
  'Landkreis München, Bayern',
  'Provincia di Roma, Italia',
  'Brandermill, MO 00000',
  // The name is that of a city of another country, not a misspelt one.
  'Basel, Deutschland',
  'Strasbourg, Deutschland',
  'Malmö, Danmark',
])('%s is not located', verifies('geocode.hints'), async (address) => {
  const match = await geocoder.geocode(address, { signal });
  expect(match === null || match.ambiguous).toBe(true);
});

test.for([
  // The region is stated, and no such city is in it.
  'Portland, Georgia, USA',
  'Unknown Village, Washington, USA',
  'New York, TX, USA',
  'Chicago, TX 60601, USA',
  'Cape May Court House, NH, USA',
  'Cody, AR 86438',
  'Houston, CA 90210',
  'London, ON SW1A 1AA',
  // The region has the name of a city, and the town is elsewhere.
  'Tostedt, Berlin, Germany',
  'Hatsukaichi, Chiba',
  // The code may be that of an American state, which has no such town.
  'Salem, TN',
  // A region of China with the name of a city that is not its capital.
  '吉林省',
  // Two cities that have nothing to do with each other.
  'Paris, Marseille, France',
  // A region of another country has a town of that name.
  'Rome, Lazio, Georgia',
  'Córdoba, Andalucía, Argentina',
  'Valencia, Carabobo, España',
  // The postcode or the county is far from the town.
  '80331 Berlin',
  'Toledo, Spain 43604',
  'Bergamo 90121',
  'Wellington, Somerset',
  // A village before or behind its state.
  'Washington, George',
  // Unknown words follow a name that several towns have.
  'Newport, Isle of Wonders, UK',
  'Halle (Westfalen)',
  'Essen (Oldenburg)',
  // The region has the name of its capital, which is far from most of it.
  'Unknown Village, Nagano, Japan',
  'Unknown Village, Buenos Aires, Argentina',
])('%s is ambiguous', verifies('geocode.hints', 'geocode.doubt'), async (address) => {
  expect(await geocoder.geocode(address, { signal })).toMatchObject({ ambiguous: true });
});
