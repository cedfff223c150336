import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { killInRounds } from './kill-rounds.ts';

test(
  'six kills on one file under 16 writers lose no acknowledged write and leave no partial one',
  verifies('operations.acknowledged-writes'),
  async () => {
    const { acknowledged, found, faults } = await killInRounds(6, () => 300 + Math.random() * 900);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(1_000);
    expect(found).toBeGreaterThan(500);
  },
);
