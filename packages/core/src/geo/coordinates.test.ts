import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../../test/processor-time.ts';
import { verifies } from '../../../../test/requirements.ts';
import { type Axis, readDegrees } from './angle.ts';
import { readCoordinates } from './coordinates.ts';

const VIENNA = { lat: 48.2082, lng: 16.3738 };

describe('an address that is nothing but coordinates', () => {
  test.for([
    '48.2082, 16.3738',
    '48.2082,16.3738',
    ' 48.2082 16.3738 ',
    '(48.2082, 16.3738)',
    '48.2082; 16.3738',
    '+48.2082, +16.3738',
    '48,2082; 16,3738',
    '48,2082, 16,3738',
    '48,2082 16,3738',
    '48.2082°, 16.3738°',
    '48.2082N, 16.3738E',
    '48.2082° N, 16.3738° E',
    'N48.2082 E16.3738',
    'N 48.2082, E 16.3738',
    '48.2082n 16.3738e',
    '16.3738E 48.2082N',
    '48.2082N16.3738E',
    'lat: 48.2082, lng: 16.3738',
    'Latitude 48.2082 Longitude 16.3738',
    'geo:48.2082,16.3738',
    'geo:48.2082,16.3738,170;u=35',
    'geo:48.2082,16.3738?z=15',
    'https://www.google.com/maps/@48.2082,16.3738,15z',
    'https://www.google.com/maps/place/Wien/@48.1,16.2,12z/data=!3m1!8m2!3d48.2082!4d16.3738',
    'https://maps.google.com/?q=48.2082,16.3738',
    'https://www.google.com/maps/search/?api=1&query=48.2082%2C16.3738',
    'https://maps.apple.com/?ll=48.2082,16.3738&z=10',
    'https://www.openstreetmap.org/?mlat=48.2082&mlon=16.3738#map=15/48.1/16.2',
    'https://www.openstreetmap.org/#map=15/48.2082/16.3738',
    'https://www.bing.com/maps?cp=48.2082~16.3738&lvl=12',
    '{48.2082, 16.3738}',
    '48.2082 / 16.3738',
    '48.2082 | 16.3738',
    '48.2082 north, 16.3738 east',
    'Nord 48,2082, Ost 16,3738',
    'GPS: 48.2082, 16.3738',
    'lng: 16.3738, lat: 48.2082',
    'lat=48.2082&lng=16.3738',
    'Breite 48.2082 Länge 16.3738',
    '{"lat": 48.2082, "lng": 16.3738}',
    '{"type": "Point", "coordinates": [16.3738, 48.2082]}',
    'POINT(16.3738 48.2082)',
    'SRID=4326;POINT (16.3738 48.2082)',
    'geo:0,0?q=48.2082,16.3738(Shop)',
    'maps.google.com/?q=48.2082,16.3738',
    'https://www.google.com/maps/search/48.2082,+16.3738?entry=tts',
    'https://www.google.com/maps/place/48.2082,16.3738',
    'https://waze.com/ul?ll=48.2082%2C16.3738&navigate=yes',
    'https://wego.here.com/?map=48.2082,16.3738,15,normal',
    'https://yandex.com/maps/?ll=16.3738%2C48.2082&z=15',
    'https://yandex.ru/maps/?pt=16.3738,48.2082',
  ])('%s is read', verifies('geocode.coordinates'), (text) => {
    expect(readCoordinates(text)).toEqual(VIENNA);
  });

  test.for<readonly [string, number, number]>([
    [`48°12'30"N 16°22'23"E`, 48.208333, 16.373056],
    [`48° 12′ 30″ N, 16° 22′ 23″ E`, 48.208333, 16.373056],
    [`N 48° 12.5' E 016° 22.38'`, 48.208333, 16.373],
    [`33°51'30"S 151°12'30"E`, -33.858333, 151.208333],
    [`-33°51'30", 151°12'30"`, -33.858333, 151.208333],
    ['33.86S, 151.21E', -33.86, 151.21],
    ['-33.86, 151.21', -33.86, 151.21],
    ['−33.86, 151.21', -33.86, 151.21],
    ['40.7128, -74.006', 40.7128, -74.006],
    ['40.7128N 74.006W', 40.7128, -74.006],
    ['22.92°N 118.95°E', 22.92, 118.95],
    ['90.0000, 180.0000', 90, 180],
    // The other order is impossible.
    ['151.2093, -33.8688', -33.8688, 151.2093],
    ['-122.4194 37.7749', 37.7749, -122.4194],
    ['48 12 29.5 N, 16 22 25.7 E', 48.208194, 16.373806],
    ['N48 12 29.5 E16 22 25.7', 48.208194, 16.373806],
    ['48-12-29.5N 16-22-25.7W', 48.208194, -16.373806],
    ['48:12:29.5, 16:22:25.7', 48.208194, 16.373806],
    ['48d12m29.5s N 16d22m25.7s E', 48.208194, 16.373806],
    ['https://www.google.com/maps/place/48%C2%B012%2729.5%22N+16%C2%B022%2725.7%22E', 48.208194, 16.373806],
  ])('%s is read', ([text, lat, lng]) => {
    const read = readCoordinates(text);
    expect(read).toEqual({ lat: expect.closeTo(lat, 5), lng: expect.closeTo(lng, 5) });
  });

  test.for([
    ['1.234, 5.678', true],
    ['48.208, 16.374', true],
    ['1.234; 5.678', true],
    ['(1.234, 5.678)', true],
    ['[16.3738, 48.2082]', true],
    ['[48.2082,16.3738]', true],
    ['[48.2082, 116.3738]', false],
    ['[48.2082 N, 16.3738 E]', false],
    ['1.2345, 5.678', false],
    ['0.234, 5.678', false],
    ['-1.234, 5.678', false],
    ['1.234° 5.678°', false],
    ['1.234N 5.678E', false],
    ['GPS: 1.234, 5.678', false],
    ['lat 1.234, lng 5.678', false],
    ['geo:1.234,5.678', false],
    ['https://maps.google.com/?q=1.234,5.678', false],
  ] as const)(
    '%s is doubtful, because it may be thousands or in the other order: %s',
    verifies('geocode.coordinates'),
    ([text, isDoubtful]) => {
      const read = readCoordinates(text);
      expect(read).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) });
      expect(typeof read === 'object' && read?.isDoubtful === true).toBe(isDoubtful);
    },
  );

  test.for([
    '95.2500, 97.3738',
    '48.2082, 200.1000',
    '0.000, 0.000',
    '48.2082N, 16.3738N',
    '16.3738E, 48.2082E',
    'geo:95,16',
    'https://maps.google.com/?q=95.1,16.2',
    'https://www.google.com/maps/place/Wien',
    'https://www.google.com/maps/dir/48.1,16.2/48.2082,16.3738',
    'https://www.google.com/maps/dir/48.1,16.2/Wien/@48.15,16.3,12z',
    'https://www.google.com/maps/dir/48.1,16.2/48.3,16.4/data=!3d48.2!4d16.3',
    'https://maps.example/?map=paris,normal',
    'www.berlin.de',
    'info@berlin.de',
    'geo:0,0',
  ])('%s has the form of coordinates and is refused', verifies('geocode.coordinates'), (text) => {
    expect(readCoordinates(text)).toBe('refused');
  });

  test.for([
    '',
    '0,0',
    '12, 5',
    '48.2, 16.4',
    '1.25, 3.40',
    '12.50 3.99',
    '3.14159',
    '22.11.2026',
    '2026-11-22',
    '12345 67890',
    '+49 30 901820',
    '(212) 555-0134',
    '48,2082,16,3738',
    `48°72'N 16°22'E`,
    '-48.2N, 16.3E',
    '48.2082N, 16.3738',
    'N 48.2082 N 16.3738 E',
    '10 Downing Street, London',
    'Hauptstraße 5, 8010 Graz',
    '1,234, 5,678',
    '1,234; 5,678',
    '40.4168 N, 3.7038 O',
    '48 12 29, 16 22 25',
    '1/2',
    '1'.repeat(2_000),
  ])('%s is no coordinates', verifies('geocode.coordinates'), (text) => {
    expect(readCoordinates(text)).toBeNull();
  });

  test('the time for a long text is bounded', () => {
    for (const piece of [
      '1',
      '1.',
      '1,',
      ' ',
      '48.2082 ',
      `48°12'`,
      'N',
      '1 N ',
      'geo:1',
      'https://?q=1,',
      '1:1:',
      '1-1-',
      'est ',
      'lat 1 ',
      'https://a/place/',
    ]) {
      const text = piece.repeat(1_000 / piece.length);
      const before = processorTime();
      readCoordinates(text);
      expect(processorTime() - before, piece).toBeLessThan(500);
    }
  });
});

test.for<readonly [text: string, axis: Axis, degrees: number | null]>([
  ['48.2082', 'lat', 48.2082],
  ['48,2082', 'lat', 48.2082],
  ['+48.2', 'lat', 48.2],
  [' 52,520', 'lat', 52.52],
  ['-1.5', 'lat', -1.5],
  ['.5', 'lat', 0.5],
  ['-,25', 'lng', -0.25],
  ['1.23N', 'lat', 1.23],
  ['1.23 S', 'lat', -1.23],
  ['N1.23', 'lat', 1.23],
  [`48°12'30"N`, 'lat', 48.208333],
  ['16.4W', 'lng', -16.4],
  ['180', 'lng', 180],
  ['1.23N', 'lng', null],
  ['1.23E', 'lat', null],
  ['91', 'lat', null],
  ['181', 'lng', null],
  ['-1.23N', 'lat', null],
  ['1e1', 'lng', null],
  ['1.234,5', 'lng', null],
  ['N/A', 'lat', null],
  ['', 'lat', null],
])('degrees %s as %s are %s', ([text, axis, degrees]) => {
  expect(readDegrees(text, axis)).toEqual(degrees === null ? null : expect.closeTo(degrees, 5));
});
