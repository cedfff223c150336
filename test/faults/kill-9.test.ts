import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';
import { killInRounds } from './kill-rounds.ts';
import { killUnderRepeats } from './repeated-requests.ts';

const draw = seededRun();

test(
  'six kills on one file under 16 writers lose no acknowledged write and leave no partial one',
  verifies('operations.acknowledged-writes'),
  async () => {
    const { acknowledged, found, faults } = await killInRounds(6, () => 300 + draw() * 900);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(1_000);
    expect(found).toBeGreaterThan(500);
  },
);

test(
  'requests that are repeated with their keys after eight kills take effect once each',
  verifies('idempotency.one-step'),
  async () => {
    const { acknowledged, repeated, replayed, faults } = await killUnderRepeats(8, () => 200 + draw() * 800);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
    expect(repeated).toBeGreaterThan(20);
    // Some of the requests without a response were committed before the kill.
    expect(replayed).toBeGreaterThan(0);
  },
);
