import type { OperationArgs, OperationName } from '@vitrine/storage-sql';
import { afterAll, describe, expect, test } from 'vitest';
import { firstStatement, openPlans } from '../../../test/sqlite/query-plans.ts';

const plans = openPlans();

afterAll(plans.close);

/** How SQLite reads locations in the first statement of an operation. */
function plan<Name extends OperationName>(name: Name, args: OperationArgs<Name>): string[] {
  return plans.of(name, args).filter((line) => / locations|TEMP B-TREE/.test(line));
}

const mapRef = { accountId: 'a', id: 1 };
const page = { uniqueId: null, addressContains: null, before: null, limit: 10 };
const around = { center: { lat: 48, lng: 16 }, radiusMiles: 50, after: null, limit: 10 };

describe('query plans of locations', () => {
  test('single ones, pages and walks go along an index and sort nothing', () => {
    const byKey = 'SEARCH locations USING INDEX sqlite_autoindex_locations_1 (map_key=? AND id=?)';
    expect(plan('getLocation', { mapRef, id: 'x' })).toEqual([byKey]);
    expect(plan('deleteLocation', { mapRef, id: 'x' })).toEqual([byKey]);
    expect(plan('listLocations', { mapRef, query: page })).toEqual([
      'SEARCH locations USING INDEX locations_by_seq (map_key=?)',
    ]);
    expect(plan('listLocations', { mapRef, query: { ...page, addressContains: 'x', before: 5 } })).toEqual([
      'SEARCH locations USING INDEX locations_by_seq (map_key=? AND seq<?)',
    ]);
    expect(plan('walkLocations', { mapRef, after: 5, limit: 10 })).toEqual([
      'SEARCH locations USING INDEX locations_by_seq (map_key=? AND seq>?)',
    ]);
    expect(plan('listLocations', { mapRef, query: { ...page, uniqueId: 'x' } })).toContain(
      'SEARCH locations USING INDEX locations_by_unique_id (map_key=? AND unique_id=?)',
    );
    expect(plan('countLocations', { mapRef })).toEqual([
      'SEARCH locations USING COVERING INDEX locations_by_status (map_key=?)',
    ]);
  });

  test('a search by distance reads a band of latitudes from one index, and then the nearest by their keys', () => {
    const lines = plan('findNearLocations', { mapRef, surroundings: around });
    expect(lines).toEqual([
      'SEARCH locations USING INDEX sqlite_autoindex_locations_1 (map_key=? AND id=?)',
      expect.stringMatching(
        /^SEARCH locations USING (COVERING )?INDEX locations_by_place \(map_key=\? AND lat>\? AND lat<\?\)$/,
      ),
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  test('the queue is read in order from its index', () => {
    expect(plan('claimLocations', { limit: 8, now: 5, leaseUntil: 6 })).toEqual([
      'SEARCH locations USING INDEX locations_by_due (due_at<?)',
    ]);
  });
});

describe('SQL of locations', () => {
  test('a search by distance is one statement, whose only parts of ours are names', () => {
    const { text } = firstStatement('findNearLocations', {
      mapRef,
      surroundings: { ...around, after: { distance: 5, id: 'x' } },
    });
    expect(text).toMatchInlineSnapshot(
      `
      "WITH near AS MATERIALIZED (
        SELECT id, h
        FROM (
          SELECT id, power(sin(radians(lat - ?) / 2), 2)
            + ? * cos(radians(lat)) * power(sin(radians(lng - ?) / 2), 2) AS h
          FROM locations
          WHERE map_key = (
              SELECT map_key
              FROM maps
              WHERE account_id = ?
                AND id = ?
                AND deleted_at IS NULL
            )
            AND lat BETWEEN ? AND ?
            AND lng BETWEEN ? AND ?
        ) AS placed
        WHERE h <= ?
          AND h >= ?
      )
      SELECT id, unique_id, name, address, lat, lng, status, geocode_precision, geocode_error,
        geocode_confidence, geocode_matched, fields, seq, created_at, updated_at
      FROM locations
      WHERE map_key = (
          SELECT map_key
          FROM maps
          WHERE account_id = ?
            AND id = ?
            AND deleted_at IS NULL
        )
        AND id IN (
          SELECT id
          FROM near
          WHERE h <= coalesce((
            SELECT max(h)
            FROM (
              SELECT h
              FROM near
              WHERE h > ?
              ORDER BY h
              LIMIT ?
            ) AS nearest
          ), 1) * ? + ?
        )"
    `,
    );
  });

  test('across the date line it has two spans of meridians', () => {
    const { text } = firstStatement('findNearLocations', {
      mapRef,
      surroundings: { ...around, center: { lat: 0, lng: 180 } },
    });
    expect(text).toMatch(/AND \(\n\s+lng BETWEEN \? AND \?\n\s+OR lng BETWEEN \? AND \?\n\s+\)/);
  });

  test('a claim passes over deleted maps', () => {
    expect(firstStatement('claimLocations', { limit: 8, now: 5, leaseUntil: 6 }).text).toMatchInlineSnapshot(
      `
      "SELECT due_account, (SELECT maps.id FROM maps WHERE maps.map_key = locations.map_key),
        locations.id, address, tries, claim, map_key
      FROM locations
      WHERE due_at <= ?
        AND EXISTS (
          SELECT 1
          FROM maps
          WHERE maps.map_key = locations.map_key
            AND deleted_at IS NULL
        )
      ORDER BY due_at, map_key, seq
      LIMIT ?"
    `,
    );
  });
});
