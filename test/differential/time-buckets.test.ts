import { memoryStorage } from '@vitrine/core';
import { EVERYTHING, zoneOffsets } from '@vitrine/core/adapter';
import { assertSameResults, type Program, replay } from '@vitrine/core/conformance';
import fc from 'fast-check';
import { test } from 'vitest';
import { rounds } from '../nightly.ts';
import { onEveryContestant } from './storages.ts';
import { timeZone, unit } from './summaries.ts';

const RUNS = rounds(20, 60);
const TIMEOUT = 600_000;
const HOUR = 3_600_000;

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Generates times of which many are near a change of the offset, at its start or at whole minutes around it. */
function timesIn(zone: string) {
  const { changes } = zoneOffsets(zone);
  const any = fc.integer({ min: FIRST, max: LAST });
  const recent = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });
  if (changes.length === 0) return fc.array(fc.oneof(any, recent), { minLength: 1, maxLength: 40 });
  const near = fc
    .tuple(
      fc.constantFrom(...changes),
      fc.integer({ min: -26 * 60, max: 26 * 60 }),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([change, minutes, millis]) => change + minutes * 60_000 + millis);
  const late = near.map((time) => time + 146_097 * 24 * HOUR);
  return fc.array(fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: late }, recent, any), {
    minLength: 1,
    maxLength: 60,
  });
}

/** Programs that insert times and group them by each pair of a bucket and the time itself. */
const bucketProgram: fc.Arbitrary<Program> = timeZone.chain((zone) =>
  fc.record({ times: timesIn(zone), units: fc.uniqueArray(unit, { minLength: 1, maxLength: 3 }) }).map(
    ({ times, units }): Program => ({
      stores: [{ slots: ['n0', 'n30'], recordTtl: null }],
      steps: [
        {
          on: 0,
          do: 'upsert',
          records: times.map((time, i) => ({
            id: `r${i}`,
            complete: true,
            slots: ['n0', 'n30'],
            values: [time, time],
          })),
        },
        ...(['n0', 'n30'] as const).flatMap((column) =>
          units.map((one) => ({
            on: 0,
            do: 'summarize' as const,
            where: EVERYTHING,
            groupBy: [
              { kind: 'time' as const, column, unit: one, timeZone: zone },
              { kind: 'value' as const, column },
            ],
            measures: [],
            sort: { by: 'key' as const, index: 0, direction: 'asc' as const },
            limit: 1_000,
          })),
        ),
      ],
    }),
  ),
);

onEveryContestant((storage) => {
  test('for buckets of times in every kind of zone', { timeout: TIMEOUT }, async () => {
    const property = fc.asyncProperty(bucketProgram, async (program) => {
      assertSameResults(await replay(program, storage()), await replay(program, memoryStorage()));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
