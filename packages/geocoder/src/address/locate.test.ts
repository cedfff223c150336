import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { type Gazetteer, loadGazetteer } from '../gazetteer/gazetteer.ts';
import { type OtherNames, readOtherNames } from '../gazetteer/other-names.ts';
import { locate } from './locate.ts';
import { Countries } from './names/countries.ts';

let gazetteer: Gazetteer;
let countries: Countries;
let others: OtherNames;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
  others = await readOtherNames();
  countries = new Countries(gazetteer.places.regions.countries());
});

function label(address: string): string | null {
  return locate(address, gazetteer, countries, others)?.label ?? null;
}

type Expected = readonly [address: string, label: string | null];

describe('reads the country before the postcode', () => {
  test.for<Expected>([
    ['10115 Berlin', 'Berlin, Germany'],
    ['10115 Berlin, Germany', 'Berlin, Germany'],
    ['75007 Paris, France', 'Paris, France'],
    ['28001 Madrid', 'Madrid, Spain'],
    ['New York, NY 10115', '10115 New York, NY, United States'],
    ['10115, USA', '10115 New York, NY, United States'],
    ['10115', null],
    ['London 40741', '40741 London, KY, United States'],
    ['K1M 1M4', 'K1M, Canada'],
    ['Ottawa, Ontario K1M', 'K1M, Canada'],
    ['K1M', null],
    ['SW1A 2AA', null],
    ['Bath BA1 1AA', 'Bath, United Kingdom'],
    ['90210-1234, USA', '90210 Beverly Hills, CA, United States'],
    ['90210 Wilshire Blvd, Chicago, IL', 'Chicago, IL, United States'],
  ])('%s', ([address, expected]) => expect(label(address)).toBe(expected));
});

describe('reads a town after a postcode of another country', () => {
  test.for<Expected>([
    ['Herrengasse 16, 8010 Graz', 'Graz, Austria'],
    ['Hauptplatz 1, 8010, Graz', 'Graz, Austria'],
    ['Holstenplatz 1, 24103 Kiel', 'Kiel, Germany'],
    ['Korenmarkt 1, B-9000, Gent', 'Gent, Belgium'],
    ['Bahnhofstrasse 1, CH-8001 Zürich', 'Zürich, Switzerland'],
    ['Rue de la Paix 2, F-75002 Paris', 'Paris, France'],
    ['Markt 87, 2611 GS Delft', 'Delft, Netherlands'],
    ['Neude 11, 3512 AE Utrecht, Nederland', 'Utrecht, Netherlands'],
    ['1000 La Paz, Bolivia', 'La Paz, Bolivia'],
    ['1234 NW Main St, Portland, OR', 'Portland, OR, United States'],
    ['8010 Graz', 'Graz, Austria'],
    ['Vichy 03200', 'Vichy, France'],
    ['2026, Bath', null],
    ['Room 3, Bath', null],
    ['Order 10115 Kiel', null],
  ])('%s', ([address, expected]) => expect(label(address)).toBe(expected));
});

test('a town that is spelt correctly is meant rather than a street that is nearly a town', () => {
  expect(label('Neude 11, Utrecht NL, Nederland')).toBe('Utrecht, Netherlands');
  expect(label('Berlin Street 5, Hamburk, Germany')).toBe('Hamburg, Germany');
});

describe('reads a name of a country, a region and a city by the words before it', () => {
  test.for<Expected>([
    ['Athens, Georgia', 'Athens, GA, United States'],
    ['Tbilisi, Georgia', 'Tbilisi, Georgia'],
    ['Georgia', null],
    ['Dover, DE', 'Dover, DE, United States'],
    ['Hamburg, DE', 'Hamburg, Germany'],
    ['San Jose, CA', 'San Jose, CA, United States'],
    ['Toronto, CA', 'Toronto, ON, Canada'],
    ['Ontario, CA', 'Ontario, CA, United States'],
    ['Perth WA 6000', 'Perth, WA, Australia'],
    ['Seattle WA', 'Seattle, WA, United States'],
    ['New York, New York', 'New York City, NY, United States'],
    ['Washington', 'Washington, D.C., DC, United States'],
    ['Luxembourg', 'Luxembourg, Luxembourg'],
    ['Mexico', null],
    ['Québec', 'Québec, QC, Canada'],
    ['Alhambra, Granada', 'Granada, Spain'],
    ['Россия, Москва', 'Moscow, Russia'],
    ['Mitte, Ruritania', null],
    ['Sofia, TX', null],
    ['Albuquerque, Ecuador', null],
  ])('%s', ([address, expected]) => expect(label(address)).toBe(expected));
});

describe('does not read a street as a city', () => {
  test.for<Expected>([
    ['1600 Pennsylvania Ave NW, Washington, DC', 'Washington, D.C., DC, United States'],
    ['London Road, Manchester', 'Manchester, United Kingdom'],
    ['Via Roma 5, Torino', 'Turin, Italy'],
    ['Via Roma 5 Torino', 'Turin, Italy'],
    ['12 Paris Street', null],
    ['12 Broadway', null],
    ['100 Main St St Louis MO', 'St. Louis, MO, United States'],
    ['East St. Louis, IL', 'East Saint Louis, IL, United States'],
    ['Berliner Straße 5', null],
    ['Prinsengracht 263, Amsterdam', 'Amsterdam, Netherlands'],
  ])('%s', ([address, expected]) => expect(label(address)).toBe(expected));
});

describe('tolerates one wrong letter if other text cannot become a place', () => {
  test.for<Expected>([
    ['Lodnon', 'London, United Kingdom'],
    ['Chicgo, IL', 'Chicago, IL, United States'],
    ['Chicaago, IL', 'Chicago, IL, United States'],
    ['Chicaga, IL', 'Chicago, IL, United States'],
    ['Chcgo, IL', null],
    ['pairs', null],
    ['Romee', null],
    ['Lodnon, France', null],
  ])('%s', ([address, expected]) => expect(label(address)).toBe(expected));
});

test('a name is ambiguous if another place far away has it and at least a tenth of the people', () => {
  const isAmbiguous = (address: string) => locate(address, gazetteer, countries, others)?.ambiguous;
  expect(isAmbiguous('Springfield')).toBe(true);
  expect(isAmbiguous('Springfield, Illinois')).toBe(false);
  // London, Ontario has a twentieth of the people, Birmingham, Alabama a fifth.
  expect(isAmbiguous('London')).toBe(false);
  expect(isAmbiguous('Birmingham')).toBe(true);
  expect(isAmbiguous('Birmingham, England')).toBe(false);
});

test('returns the city as ambiguous if the postcode contradicts it', () => {
  expect(locate('Chicago, IL 10001', gazetteer, countries, others)).toMatchObject({
    label: 'Chicago, IL, United States',
    precision: 'city',
    ambiguous: true,
  });
  expect(locate('Chicago, IL 60601', gazetteer, countries, others)).toMatchObject({
    precision: 'postcode',
    ambiguous: false,
  });
});

describe('a region of another country, a longer name or the postcode contradicts a city', () => {
  test.for<readonly [address: string, ambiguous: boolean]>([
    // The abbreviation is that of a region of another country, which has such a town.
    ['Paris, TX, France', true],
    ['Paris TX 75460, France', true],
    ['London, ON, UK', true],
    ['Melbourne, FL, Australia', true],
    ['75001 Paris, Texas, France', true],
    ['Venezia, VE, Italia', false],
    ['Haarlem, NH, Netherlands', false],
    ['Neuchâtel, NE, Switzerland', false],
    ['Perth WA, Australia', false],
    // The name of the region is that of its country's language, or of a part of it.
    ['Poznań, pomorskie, Poland', true],
    ['Poznań, wielkopolskie, Poland', false],
    ['Braga, Algarve, Portugal', true],
    ['Lagos, Algarve', false],
    // The postcode is that of a town whose name is only a part of the written one.
    ['60311 Frankfurt (Oder)', true],
    ['33790 Halle (Saale)', true],
    ['15230 Frankfurt (Oder)', false],
    ['60311 Frankfurt (Main)', false],
    // The postcode is that of another region.
    ['8001 Bern', true],
    ['3001 Bern', false],
    ['1010 Graz, Austria', true],
    ['8010 Wien', true],
    ['1010 Wien', false],
    ['4300 St. Valentin, Österreich', false],
    ['3011 AB Amsterdam, Nederland', true],
    ['1012 AB Amsterdam', false],
    ['9000 Brussel, België', true],
    ['B-9000 Gent', false],
    ['Sydney NSW 3000', true],
    ['Sydney, 3000, Australia', true],
    ['1200 Pacific Hwy, Sydney NSW', false],
    ['Tweed Heads NSW 2485', false],
    ['Wodonga VIC 3690', false],
    ['Rio de Janeiro, RJ, 01310-100', true],
    ['São Paulo - SP, 01310-100', false],
    ['T12 X285 Dublin', true],
    ['Dublin D02 X285', false],
    ['Mumbai 110001', true],
    ['Kolkata 700 001', false],
    ['100-0001 大阪市', true],
    ['〒530-0001 大阪府大阪市北区', false],
    ['00-001 Kraków, Poland', true],
    ['PL-00-950 Warszawa', false],
    ['26-600 Radom, Poland', false],
    ['4000-001 Lisboa, Portugal', true],
    ['4000-001 Porto', false],
  ])('%s: %s', ([address, ambiguous]) => {
    expect(locate(address, gazetteer, countries, others)?.ambiguous).toBe(ambiguous);
  });
});

test('an address with unknown words has no match or an ambiguous one', verifies('geocode.doubt'), () => {
  expect(label('00000, Nowhereville, Atlantis')).toBeNull();
  expect(locate('1 Main Street, Berlin, Ruritania', gazetteer, countries, others)?.ambiguous).toBe(true);
});

describe('reads names that follow each other without spaces by their kinds', () => {
  type Read = readonly [address: string, label: string | null, ambiguous: boolean];
  test.for<Read>([
    // The name of a city contains the word for a kind.
    ['広島県府中市', 'Fuchūchō, Japan', false],
    ['東京都府中市', 'Fuchū, Japan', false],
    ['東京都町田市', 'Machida, Japan', false],
    ['三重県四日市市', 'Yokkaichi, Japan', false],
    ['奈良県大和郡山市', 'Yamatokōriyama, Japan', false],
    ['新潟県十日町市', 'Tōkamachi, Japan', false],
    ['宮崎県都城市', 'Miyakonojō, Japan', false],
    ['大分県別府市', 'Beppu, Japan', false],
    // The region has the name of its capital.
    ['千葉県千葉市', 'Chiba, Japan', false],
    ['広島県広島市中区', 'Hiroshima, Japan', false],
    ['千葉県市原市', 'Ichihara, Japan', false],
    ['千葉県市川市', 'Chiba, Japan', true],
    ['広島県安芸郡府中町', 'Hiroshima, Japan', true],
    ['福島県', 'Fukushima, Japan', true],
    ['臺灣台中市', 'Taichung, Taiwan', false],
    ['서울특별시종로구', 'Seoul, South Korea', false],
  ])('%s: %s', ([address, expected, ambiguous]) => {
    const match = locate(address, gazetteer, countries, others);
    expect([match?.label ?? null, match?.ambiguous]).toEqual([expected, ambiguous]);
  });
});

describe('unknown words leave a doubt', () => {
  type Doubtful = readonly [address: string, expected: 'none' | 'ambiguous' | 'located'];
  test.for<Doubtful>([
    // The only known name is that of a small town.
    ['00000, Nowhereville, Atlantis', 'none'],
    ['Nowhereville, Atlantis', 'none'],
    ['99999 Qwertz, Blubb, Atlantis', 'none'],
    ['Atlantis, Lemuria', 'none'],
    ['Gibberish, Reading', 'ambiguous'],
    ['Qwertyville, Nantes', 'ambiguous'],
    // A country or region that does not exist follows a city.
    ['Berlin, Ruritania', 'ambiguous'],
    ['12345 Berlin, Ruritania', 'ambiguous'],
    ['Paris, Atlantis', 'ambiguous'],
    ['London, Gondor', 'ambiguous'],
    ['1 Main Street, Chicago, Freedonia', 'ambiguous'],
    ['Nowhereville, Lodnon', 'ambiguous'],
    ['Tokyo, Shibuya', 'ambiguous'],
    // Only the country confirms the postcode.
    ['Gibberish, 12345, USA', 'ambiguous'],
    ['Gibberish 12345, USA', 'ambiguous'],
    ['Nowhereville, TX 10001', 'ambiguous'],
    ['Nowhereville, Texas 10001, USA', 'ambiguous'],
    ['Gibberish K1M 1M4', 'ambiguous'],
    ['Nowhereville, BC K1M 1M4', 'ambiguous'],
    ['Gibberish 12345', 'none'],
    ['00000', 'none'],
    ['00000, USA', 'none'],
    // The region or country has the name of the city.
    ['Gibberish, Luxembourg', 'ambiguous'],
    ['Nowhereville, Singapore', 'located'],
    // No doubt.
    ['Berlin', 'located'],
    ['Alexanderplatz 1, Berlin', 'located'],
    ['10117 Berlin', 'located'],
    ['Berlin, Kreuzberg', 'located'],
    ['Shibuya, Tokyo', 'located'],
    ['London, EC1A 1BB', 'located'],
    ['Via Roma 5, Torino', 'located'],
    ['Orchard Rd, Singapore', 'located'],
    ['Luxembourg', 'located'],
    ['Chicago, IL 60601', 'located'],
    ['1 Main Street, Chicago, IL', 'located'],
    ['90210, USA', 'located'],
    ['12 Main St, Unincorporated Place, NY 10001', 'located'],
    ['Nowhereville, Ontario K1M 1M4', 'located'],
    ['Some Shop, Berlin, Germany', 'located'],
    ['Atlantis, South Africa', 'located'],
  ])('%s: %s', ([address, expected]) => {
    const match = locate(address, gazetteer, countries, others);
    const outcome = match === null ? 'none' : match.ambiguous ? 'ambiguous' : 'located';
    expect([outcome, match?.label]).toEqual([expected, match?.label]);
  });
});
