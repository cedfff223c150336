import { distanceMiles } from '@vitrine/core/adapter';
import { postcodesOf } from '../../packages/geocoder/src/address/readings/postal-regions.ts';
import { postalTown, postalTowns } from '../../packages/geocoder/src/address/readings/postal-towns.ts';
import type { Gazetteer } from '../../packages/geocoder/src/gazetteer/gazetteer.ts';
import { foldName } from '../../packages/geocoder/src/gazetteer/place-names.ts';
import type { PlaceId } from '../../packages/geocoder/src/gazetteer/places.ts';
import { readPackedLines } from '../../packages/geocoder/src/packed-text.ts';
import { seeded } from '../seeded.ts';

/** An address of a known place, in one of the forms that people write. */
export interface BulkAddress {
  readonly country: string;
  /** The form in words, such as `C, ST, USA`. */
  readonly form: string;
  readonly address: string;
  readonly place: PlaceId;
  /** Whether another place of the data, far away, has the same name, country and stated region. */
  readonly isUndecided: boolean;
}

const STATES = `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,
LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,
NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,
OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,
VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`;
const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  STATES.split(/,\s*/).map((row) => [row.slice(0, 2), row.slice(3)]),
);

/** Names in English and in the country, a street, and a postcode of the usual form, unless its area or region has others. */
interface Country {
  readonly english: string;
  readonly local: string;
  readonly street: string;
  readonly postcode: string;
}

/** Countries with the postcode before the town. */
const POSTCODE_FIRST: Readonly<Record<string, Country>> = {
  DE: { english: 'Germany', local: 'Deutschland', street: 'Hauptstraße 12', postcode: '' },
  FR: { english: 'France', local: 'France', street: '12 rue de la Gare', postcode: '' },
  IT: { english: 'Italy', local: 'Italia', street: 'Via Garibaldi 12', postcode: '' },
  ES: { english: 'Spain', local: 'España', street: 'Calle Mayor 12', postcode: '' },
  NL: { english: 'Netherlands', local: 'Nederland', street: 'Kerkstraat 12', postcode: '4567 AB' },
  BE: { english: 'Belgium', local: 'België', street: 'Kerkstraat 12', postcode: '4567' },
  AT: { english: 'Austria', local: 'Österreich', street: 'Hauptplatz 12', postcode: '4567' },
  CH: { english: 'Switzerland', local: 'Schweiz', street: 'Bahnhofstrasse 12', postcode: '4567' },
  SE: { english: 'Sweden', local: 'Sverige', street: 'Storgatan 12', postcode: '456 78' },
  PL: { english: 'Poland', local: 'Polska', street: 'ul. Szkolna 12', postcode: '45-678' },
  PT: { english: 'Portugal', local: 'Portugal', street: 'Rua Direita 12', postcode: '4567-890' },
};

/** Countries whose addresses state a region. */
const REGION_LAST: Readonly<Record<string, Country>> = {
  GB: { english: 'United Kingdom', local: 'UK', street: '12 High Street', postcode: '' },
  TR: { english: 'Turkey', local: 'Türkiye', street: 'Atatürk Caddesi 12', postcode: '45678' },
  JP: { english: 'Japan', local: 'JP', street: '1-2-3', postcode: '456-7890' },
  BR: { english: 'Brazil', local: 'Brasil', street: 'Rua Direita 12', postcode: '45678-901' },
  MX: { english: 'Mexico', local: 'México', street: 'Calle Hidalgo 12', postcode: '45678' },
  AR: { english: 'Argentina', local: 'AR', street: 'Calle San Martín 12', postcode: '4567' },
  CA: { english: 'Canada', local: 'CA', street: '12 Main Street', postcode: '' },
  AU: { english: 'Australia', local: 'AU', street: '12 High Street', postcode: '' },
  IN: { english: 'India', local: 'Bharat', street: '12 MG Road', postcode: '456789' },
};

const PLACES_EACH = 100;
const FAR_MILES = 18.6;

/** Returns the names of regions by country and code. */
export async function readRegionNames(): Promise<ReadonlyMap<string, string>> {
  const lines = await readPackedLines('regions.br');
  return new Map(
    lines.map((line) => {
      const [country = '', code = '', name = ''] = line.split('|');
      return [`${country}/${code}`, name];
    }),
  );
}

/** Returns the addresses: those of every American place, or of every `step`th, and those of twenty other countries. */
export function* bulkAddresses(
  gazetteer: Gazetteer,
  regionNames: ReadonlyMap<string, string>,
  step: number,
): Generator<BulkAddress> {
  const { places } = gazetteer;
  const byCountry = new Map<string, PlaceId[]>();
  for (let id = 0; id < places.count; id++) {
    if (places.population(id) < 1_000 || places.isDistrict(id)) continue;
    const ids = byCountry.get(places.country(id)) ?? [];
    byCountry.set(places.country(id), ids);
    ids.push(id);
  }
  const american = (byCountry.get('US') ?? []).filter((_, index) => index % step === 0);
  const zips = nearestCodes(gazetteer, american, zipCodes());
  for (const place of american) {
    const name = places.name(place);
    const state = places.regions.code(places.region(place));
    const stateName = STATE_NAMES.get(state) ?? state;
    const zip = zips.get(place) ?? '';
    const inState = isUndecided(gazetteer, place, true);
    const forms: readonly (readonly [string, string])[] = [
      ['C, ST', `${name}, ${state}`],
      ['C, ST, USA', `${name}, ${state}, USA`],
      ['C, State, USA', `${name}, ${stateName}, USA`],
      ['C, ST ZIP, USA', `${name}, ${state} ${zip}, USA`],
      ['street, C, ST, USA', `123 Main St, ${name}, ${state}, USA`],
      ['C ST ZIP in capitals', `${name} ${state} ${zip}`.toUpperCase()],
    ];
    for (const [form, address] of forms) yield { country: 'US', form, address, place, isUndecided: inState };
  }
  const random = seeded(20_261_128);
  const wanted = Math.ceil(PLACES_EACH / Math.min(step, 5));
  for (const [country, names] of [...Object.entries(POSTCODE_FIRST), ...Object.entries(REGION_LAST)]) {
    const all = byCountry.get(country) ?? [];
    const sample = Array.from({ length: wanted }, () => all[Math.floor(random() * all.length)] ?? 0);
    const codes = country === 'CA' ? nearestCodes(gazetteer, sample, areaCodes()) : null;
    for (const place of sample) {
      const code = places.regions.code(places.region(place));
      const region = regionNames.get(`${country}/${code}`) ?? null;
      const ofArea = nearestArea(gazetteer, place);
      const postcode =
        codes !== null
          ? `${codes.get(place) ?? ''} 1A1`
          : (ofArea ?? ofRegion(names.postcode, country, code));
      yield* formsAbroad(gazetteer, place, country, { ...names, postcode }, region);
    }
  }
}

/** Returns a postcode with the beginning of those of a region, if it is known. */
function ofRegion(postcode: string, country: string, region: string): string {
  const [beginning = ''] = postcodesOf(country, region);
  return beginning + postcode.slice(beginning.length);
}

function* formsAbroad(
  gazetteer: Gazetteer,
  place: PlaceId,
  country: string,
  { english, local, street, postcode }: Country,
  region: string | null,
): Generator<BulkAddress> {
  const name = gazetteer.places.name(place);
  const inCountry = isUndecided(gazetteer, place, false);
  const inRegion = isUndecided(gazetteer, place, region !== null);
  const state = region ?? english;
  const each = (form: string, address: string, undecided: boolean): BulkAddress => ({
    country,
    form,
    address: address.replace(/ {2,}/g, ' ').replace(/ ,/g, ',').trim(),
    place,
    isUndecided: undecided,
  });
  yield each('C, Country', `${name}, ${english}`, inCountry);
  yield each('C, country in its language or code', `${name}, ${local}`, inCountry);
  yield each(
    'C, Region, Country',
    region === null ? `${name}, ${english}` : `${name}, ${region}, ${english}`,
    inRegion,
  );
  if (country in POSTCODE_FIRST) {
    yield each('postcode C, country', `${postcode} ${name}, ${local}`, inCountry);
    yield each('street, postcode C, country', `${street}, ${postcode} ${name}, ${local}`, inCountry);
    yield each('CC-postcode C', `${country}-${postcode} ${name}`, inCountry);
  } else {
    yield each('C, Region', `${name}, ${state}`, inRegion);
    yield each('street, C, Region, Country', `${street}, ${name}, ${state}, ${english}`, inRegion);
    yield each('C, Region postcode, Country', `${name}, ${state} ${postcode}, ${english}`, inRegion);
  }
}

/** Returns whether another place of the country, or of the region, has the name and is far away. */
function isUndecided({ places }: Gazetteer, place: PlaceId, inRegion: boolean): boolean {
  return places
    .named(foldName(places.name(place)))
    .some(
      (other) =>
        (inRegion
          ? places.region(other) === places.region(place)
          : places.country(other) === places.country(place)) &&
        distanceMiles(places.coordinates(other), places.coordinates(place)) > FAR_MILES,
    );
}

function zipCodes(): string[] {
  return Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'));
}

function areaCodes(): string[] {
  const letters = [...'ABCEGHJKLMNPRSTVXY'];
  const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) =>
    Array.from({ length: 10 }, (_, digit) => all.map((last) => `${first}${digit}${last}`)).flat(),
  );
}

/** Returns a postcode of the area whose town is the nearest one. Null: the areas of the country are not known. */
function nearestArea({ places }: Gazetteer, place: PlaceId): string | null {
  const country = places.country(place);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const key of postalTowns.keys()) {
    const town = key.startsWith(country) ? postalTown(key.slice(3), country, places) : null;
    const distance = town === null ? least : distanceMiles(town, places.coordinates(place));
    if (distance < least) [best, least] = [`${key.slice(3)}123`, distance];
  }
  return best;
}

/** Returns the nearest postcode for each place, of its own state where the data says so. */
function nearestCodes(
  { places, postcodes }: Gazetteer,
  wanted: readonly PlaceId[],
  codes: readonly string[],
): ReadonlyMap<PlaceId, string> {
  const known = codes.flatMap((code) => {
    const postcode = postcodes.get(code);
    return postcode === null ? [] : [{ ...postcode, code }];
  });
  return new Map(
    wanted.map((place) => {
      const { lat, lng } = places.coordinates(place);
      let best = '';
      let least = Number.POSITIVE_INFINITY;
      for (const each of known) {
        if (each.place !== null && places.region(each.place) !== places.region(place)) continue;
        const distance = (each.lat - lat) ** 2 + ((each.lng - lng) * Math.cos((lat * Math.PI) / 180)) ** 2;
        if (distance < least) [best, least] = [each.code, distance];
      }
      return [place, best];
    }),
  );
}
