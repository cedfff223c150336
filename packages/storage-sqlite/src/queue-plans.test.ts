import type { OperationArgs, OperationName, Row } from '@vitrine/storage-sql';
import { afterAll, describe, expect, test } from 'vitest';
import { openPlans } from '../../../test/sqlite/query-plans.ts';

const plans = openPlans();

afterAll(plans.close);

/** How SQLite reads tables and indexes in a statement of an operation. */
function plan<Name extends OperationName>(
  name: Name,
  args: OperationArgs<Name>,
  answers: readonly (readonly Row[])[] = [],
): string[] {
  return plans.of(name, args, answers).filter((line) => /SEARCH|SCAN|TEMP B-TREE/.test(line));
}

const LOCATIONS = { limit: 8, now: 5, leaseUntil: 6 };
const JOBS = { ...LOCATIONS, kinds: ['a', 'b'] };
/** More due rows than are looked at, all of one account. */
const FULL = Array.from({ length: 64 }, (): Row => ['a', 1, 'x', 'y', 1, 1, 1]);

describe('query plans of queues', () => {
  test('due rows are read in order from their index', () => {
    expect(plan('claimLocations', LOCATIONS)).toEqual([
      'SEARCH locations USING INDEX locations_by_due (due_at<?)',
      'SEARCH maps EXISTS USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH maps USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    expect(plan('claimJobs', JOBS)).toEqual(['SEARCH jobs USING INDEX jobs_by_due (due_at<?)']);
  });

  test('accounts with due rows are found by one step in an index each, and their rows in order', () => {
    for (const [lines, index] of [
      [plan('claimLocations', LOCATIONS, [FULL]), 'locations_by_account'],
      [plan('claimJobs', JOBS, [FULL]), 'jobs_by_account'],
    ] as const) {
      const reads = lines.filter((line) => / (locations|jobs) /.test(line));
      expect(reads).toHaveLength(3);
      // The first account by the start of the index, each next one behind the last, and the look at whether it has a
      // due row.
      expect(reads[0]).toMatch(new RegExp(`SCAN \\w+ USING COVERING INDEX ${index}$`));
      expect(reads[1]).toMatch(new RegExp(`SEARCH \\w+ USING COVERING INDEX ${index} \\(\\w+>\\?\\)`));
      expect(reads[2]).toMatch(
        new RegExp(`SEARCH \\w+ USING (COVERING )?INDEX ${index} \\(\\w+=\\? AND due_at<\\?\\)`),
      );
    }
    expect(plan('claimLocations', LOCATIONS, [FULL, [['a']]]).slice(0, 1)).toEqual([
      'SEARCH locations USING INDEX locations_by_account (due_account=? AND due_at<?)',
    ]);
    expect(plan('claimJobs', JOBS, [FULL, [['a']]])).toEqual([
      'SEARCH jobs USING INDEX jobs_by_account (account_id=? AND due_at<?)',
    ]);
  });

  test('counts and lists for administration read indexes alone, or a few rows', () => {
    expect(plan('countJobs', null)).toEqual(['SCAN jobs USING COVERING INDEX jobs_by_state']);
    expect(plan('listBuriedJobs', { limit: 20 })).toEqual([
      'SEARCH jobs USING INDEX jobs_by_burial (buried_at>?)',
    ]);
    const waiting = plan('countGeocoding', null);
    expect(waiting.filter((line) => line.includes('locations'))).toEqual([
      expect.stringMatching(/^(SCAN|SEARCH) locations USING COVERING INDEX locations_by_(due|account)/),
    ]);
    expect(plan('countGeocoding', null, [[[9]]])).toEqual([
      'SCAN locations USING COVERING INDEX locations_by_processing',
    ]);
    expect(plan('countGeocoding', null, [[[9]], [[1]]])).toEqual([
      expect.stringMatching(/^(SCAN|SEARCH) locations USING INDEX locations_by_due/),
    ]);
  });

  test('stores and maps that need work are read in order from indexes that hold no others', () => {
    expect(plan('listStoreWork', { after: 'x', limit: 100 })).toEqual([
      'SEARCH stores USING INDEX stores_by_work (id>?)',
    ]);
    expect(plan('listDeletedMaps', { after: { accountId: 'a', id: 1 }, limit: 100 })).toEqual([
      expect.stringContaining('maps USING INDEX maps_by_deletion'),
    ]);
  });
});
