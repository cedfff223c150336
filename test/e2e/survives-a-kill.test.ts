import { expect, test } from 'vitest';
import { killInRounds } from '../faults/kill-rounds.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';

const draw = seededRun();

// A short version of test/faults/kill-9.test.ts, for every test run.
test(
  'two kills under 16 writers lose no acknowledged write and leave no partial one',
  verifies('operations.acknowledged-writes'),
  async () => {
    const { acknowledged, found, faults } = await killInRounds(2, () => 300 + draw() * 300);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(50);
    expect(found).toBeGreaterThan(20);
  },
);
