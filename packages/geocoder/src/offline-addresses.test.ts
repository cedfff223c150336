import { beforeAll, expect, test } from 'vitest';
import { milesBetween } from './address/distance.ts';
import { offlineGeocoder } from './offline-geocoder.ts';

/** An address, and where it is to a tenth of a degree; null: it has no place, or none that can be told. */
type Written = readonly [address: string, truth: readonly [lat: number, lng: number] | null];

/** Written before the geocoder read its first address. */
const FIRST: readonly Written[] = [
  ['1600 Pennsylvania Ave NW, Washington, DC 20500', [38.9, -77.0]],
  ['1 Infinite Loop, Cupertino, CA 95014, USA', [37.3, -122.0]],
  ['350 5th Ave, New York, NY 10118', [40.7, -74.0]],
  ['1600 Amphitheatre Parkway Mountain View CA 94043', [37.4, -122.1]],
  ['233 S Wacker Dr, Chicago, Illinois', [41.9, -87.6]],
  ['Paris, TX', [33.7, -95.6]],
  ['Athens, Georgia', [34.0, -83.4]],
  ['Portland, ME', [43.7, -70.3]],
  ['St. Louis, MO 63101', [38.6, -90.2]],
  ['Saint Paul, Minnesota', [44.9, -93.1]],
  ['1901 Main Street, Kansas City, Missouri', [39.1, -94.6]],
  ['Brooklyn, NY', [40.6, -73.9]],
  ['Beverly Hills 90210', [34.1, -118.4]],
  ['99501', null],
  ['San Juan, Puerto Rico 00901, USA', [18.5, -66.1]],
  ['Honolulu, HI', [21.3, -157.9]],
  ['111 Wellington St, Ottawa ON K1A 0A9', [45.4, -75.7]],
  ['290 Bremner Blvd, Toronto, Ontario M5V 3L9, Canada', [43.6, -79.4]],
  ['1000 rue De La Gauchetière, Montréal, Québec', [45.5, -73.6]],
  ['Vancouver, CA', [49.3, -123.1]],
  ['London, Ontario', [43.0, -81.2]],
  ['10 Downing Street, London SW1A 2AA, UK', [51.5, -0.1]],
  ['10 Downing Street London', [51.5, -0.1]],
  ['Royal Mile, Edinburgh, Scotland', [55.95, -3.2]],
  ['Cardiff, Wales', [51.5, -3.2]],
  ['1 Donegall Square South, Belfast BT1 5GS, Northern Ireland', [54.6, -5.9]],
  ['Newcastle, United Kingdom', [55.0, -1.6]],
  ['O’Connell Street, Dublin 1, Ireland', [53.3, -6.3]],
  ['10115 Berlin, Germany', [52.5, 13.4]],
  ['Friedrichstraße 100, 10117 Berlin', [52.5, 13.4]],
  ['Marienplatz 8, 80331 München, Deutschland', [48.1, 11.6]],
  ['Domkloster 4, 50667 Köln', [50.9, 7.0]],
  ['Koenigsallee 1, Duesseldorf, Germany', [51.2, 6.8]],
  ['Frankfurt, Germany', [50.1, 8.7]],
  ['Hamburg, DE', [53.55, 10.0]],
  ['Stephansplatz 3, 1010 Wien, Österreich', [48.2, 16.4]],
  ['Bahnhofstrasse 1, 8001 Zürich', [47.4, 8.5]],
  ['Rue du Mont-Blanc 18, 1201 Genève, Suisse', [46.2, 6.1]],
  ['75007 Paris, France', [48.9, 2.3]],
  ['5 Avenue Anatole France, 75007 Paris', [48.9, 2.3]],
  ['La Canebière, Marseille, Frankreich', [43.3, 5.4]],
  ['Lyon, Auvergne-Rhône-Alpes, France', [45.8, 4.8]],
  ['Grote Markt 1, 2000 Antwerp, Belgium', [51.2, 4.4]],
  ['Rue de la Loi 200, 1049 Bruxelles, Belgique', [50.8, 4.4]],
  ['Dam 1, 1012 JS Amsterdam, Netherlands', [52.4, 4.9]],
  ['Binnenhof 1, Den Haag', [52.1, 4.3]],
  ['Via del Corso 12, 00186 Roma RM, Italia', [41.9, 12.5]],
  ['Piazza San Marco, Venezia, Italy', [45.4, 12.3]],
  ['Milano, Italia', [45.5, 9.2]],
  ['Calle de Alcalá 1, 28014 Madrid, España', [40.4, -3.7]],
  ['Plaza de España, Sevilla, Spain', [37.4, -6.0]],
  ['Rua Augusta 100, Lisboa, Portugal', [38.7, -9.1]],
  ['Rådhuspladsen 1, 1550 København V, Danmark', [55.7, 12.6]],
  ['Drottninggatan 1, 111 51 Stockholm, Sweden', [59.3, 18.1]],
  ['Karl Johans gate 1, Oslo, Norge', [59.9, 10.8]],
  ['Mannerheimintie 1, Helsinki, Suomi', [60.2, 24.9]],
  ['ul. Marszałkowska 1, 00-624 Warszawa, Polska', [52.2, 21.0]],
  ['Václavské náměstí 1, Praha 1, Česko', [50.1, 14.4]],
  ['Andrássy út 22, 1061 Budapest, Hungary', [47.5, 19.0]],
  ['Тверская улица 1, Москва, Россия', [55.8, 37.6]],
  ['İstiklal Caddesi, İstanbul, Türkiye', [41.0, 29.0]],
  ['1-1 Chiyoda, Chiyoda City, Tokyo 100-8111, Japan', [35.7, 139.7]],
  ['Gangnam-daero 1, Seoul, South Korea', [37.6, 127.0]],
  ['1 Raffles Place, Singapore 048616', [1.3, 103.8]],
  ['Central, Hong Kong, China', [22.3, 114.2]],
  ['Nanjing Road, Shanghai, China', [31.2, 121.5]],
  ['MG Road, Bangalore, Karnataka 560001, India', [13.0, 77.6]],
  ['Mumbai, Maharashtra', [19.1, 72.9]],
  ['Sydney NSW 2000, Australia', [-33.9, 151.2]],
  ['1 William St, Perth WA 6000', [-32.0, 115.9]],
  ['Queen Street, Auckland, New Zealand', [-36.8, 174.8]],
  ['Av. Paulista 1578, São Paulo - SP, Brasil', [-23.6, -46.6]],
  ['Rio de Janeiro, RJ', [-22.9, -43.2]],
  ['Avenida Corrientes 1000, Buenos Aires, Argentina', [-34.6, -58.4]],
  ['Paseo de la Reforma 1, Ciudad de México, México', [19.4, -99.1]],
  ['Long Street, Cape Town, South Africa', [-33.9, 18.4]],
  ['Kenyatta Avenue, Nairobi, Kenya', [-1.3, 36.8]],
  ['Sheikh Zayed Road, Dubai, UAE', [25.2, 55.3]],
  ['Alhambra, Granada', [37.2, -3.6]],
  ['Luxembourg', [49.6, 6.1]],
  // One letter off.
  ['San Fransisco, CA', [37.8, -122.4]],
  ['Los Angelos, California', [34.1, -118.2]],
  ['Melborne, Australia', [-37.8, 145.0]],
  ['Barcelna, Spain', [41.4, 2.2]],
  ['Amsterdm, NL', [52.4, 4.9]],
  ['Londno', [51.5, -0.1]],
  // Nothing to be found.
  ['', null],
  ['   ', null],
  ['n/a', null],
  ['none', null],
  ['asdf qwerty', null],
  ['🍕🍕🍕', null],
  ['123', null],
  ['10115', null],
  ['to be announced', null],
  ['our online shop', null],
  ['Texas', null],
  ['Germany', null],
  ['Nowhere, Texas', null],
  ['Kleinkleckersdorf, Germany', null],
  ['http://example.com/shop?id=7', null],
  ['+1 (555) 010-9999', null],
  ["'; DROP TABLE locations; --", null],
  ['Paris '.repeat(2_000), null],
];

const geocoder = offlineGeocoder();
const { signal } = new AbortController();
const rows: { address: string; found: string; miles: number | null; ok: boolean; resolvable: boolean }[] = [];

beforeAll(async () => {
  for (const [address, truth] of [...FIRST]) {
    const match = await geocoder.geocode(address, { signal });
    const miles =
      match === null || truth === null ? null : milesBetween(match, { lat: truth[0], lng: truth[1] });
    const ok = truth === null ? match === null : miles !== null && miles <= 30;
    const found =
      match === null ? 'none' : `${match.label} (${match.precision}${match.ambiguous ? ', ambiguous' : ''})`;
    rows.push({ address: address.slice(0, 60), found, miles, ok, resolvable: truth !== null });
  }
  console.log(table());
});

function table(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['address', 'found', 'miles off', '']),
    line(['---', '---', '---:', '---']),
    ...rows.map(({ address, found, miles, ok }) =>
      line([address, found, miles === null ? '' : miles.toFixed(1), ok ? '' : 'MISS']),
    ),
  ].join('\n');
}

test('nine in ten addresses that name a city are found within 30 miles', () => {
  const resolvable = rows.filter((row) => row.resolvable);
  const found = resolvable.filter(({ ok }) => ok);
  console.log(`${found.length} of ${resolvable.length} within 30 miles`);
  expect(found.length / resolvable.length).toBeGreaterThanOrEqual(0.9);
});

test('what names no city has no place', () => {
  expect(rows.filter(({ resolvable, ok }) => !resolvable && !ok)).toEqual([]);
});
