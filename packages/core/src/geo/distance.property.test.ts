import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandAround, distanceMiles, haversine, haversineOf, type Point } from './distance.ts';

const edges = fc.constantFrom(-90, -89.999, 0, 89.999, 90);
const lat = fc.oneof(edges, fc.double({ min: -90, max: 90, noNaN: true }));
const meridians = fc.constantFrom(-180, -179.999, 0, 179.999, 180);
const lng = fc.oneof(meridians, fc.double({ min: -180, max: 180, noNaN: true }));
const point = fc.record({ lat, lng });
const radius = fc.oneof(
  fc.double({ min: 0.001, max: 12_450, noNaN: true }),
  fc.integer({ min: 1, max: 300 }),
);

/** Returns a point at about the given distance. Random pairs of points almost never are close to a given radius. */
function pointAt({ lat: from, lng: along }: Point, miles: number, bearing: number): Point {
  const [phi, angle] = [(from * Math.PI) / 180, miles / 3958.7613];
  const sin = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(phi);
  const degrees = along + (Math.atan2(y, Math.cos(angle) - Math.sin(phi) * sin) * 180) / Math.PI;
  const to = (Math.asin(Math.max(-1, Math.min(1, sin))) * 180) / Math.PI;
  return { lat: to, lng: degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees };
}

function isInBand(place: Point, center: Point, miles: number): boolean {
  const { south, north, spans } = bandAround(center, miles);
  return (
    place.lat >= south &&
    place.lat <= north &&
    spans.some(([west, east]) => place.lng >= west && place.lng <= east)
  );
}

describe('distanceMiles', () => {
  test('returns the distances between known places', () => {
    const newYork = { lat: 40.7128, lng: -74.006 };
    const london = { lat: 51.5074, lng: -0.1278 };
    expect(distanceMiles(newYork, london)).toBeCloseTo(3461.2, 0);
    expect(distanceMiles({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 3958.7613, 6);
    expect(distanceMiles({ lat: 90, lng: 5 }, { lat: 90, lng: -120 })).toBeCloseTo(0, 6);
    expect(distanceMiles({ lat: 10, lng: 180 }, { lat: 10, lng: -180 })).toBeCloseTo(0, 6);
  });

  test('is symmetric, zero for the same point, and at most half the circumference', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distanceMiles(a, a)).toBe(0);
        expect(distanceMiles(a, b)).toBe(distanceMiles(b, a));
        expect(distanceMiles(a, b)).toBeLessThanOrEqual(12_437);
      }),
    );
  });
});

describe('haversineOf', () => {
  test('is at least the haversine of any two points within the distance', () => {
    fc.assert(
      fc.property(point, point, radius, (a, b, miles) => {
        if (distanceMiles(a, b) <= miles) {
          expect(haversine(a, b)).toBeLessThanOrEqual(haversineOf(miles) * (1 + 1e-12) + 1e-18);
        }
      }),
    );
  });
});

describe('bandAround', () => {
  test('contains every point within the radius, at the date line and the poles too', () => {
    fc.assert(
      fc.property(point, radius, fc.double({ min: 0, max: 7, noNaN: true }), (center, miles, bearing) => {
        for (const share of [1, 0.999_999, 0.5]) {
          const place = pointAt(center, miles * share, bearing);
          if (distanceMiles(center, place) <= miles) expect(isInBand(place, center, miles)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(point, point, radius, (center, place, miles) => {
        if (distanceMiles(center, place) <= miles) expect(isInBand(place, center, miles)).toBe(true);
      }),
    );
  });

  test('returns a narrow band for a small radius, so that an index helps', () => {
    const { south, north, spans } = bandAround({ lat: 40, lng: -100 }, 50);
    expect(north - south).toBeLessThan(1.5);
    expect(spans).toHaveLength(1);
    expect((spans[0]?.[1] ?? 0) - (spans[0]?.[0] ?? 0)).toBeLessThan(2);
    expect(bandAround({ lat: 40, lng: 179.9 }, 50).spans).toHaveLength(2);
    expect(bandAround({ lat: 89.9, lng: 0 }, 50).spans).toEqual([[-180, 180]]);
  });
});
