import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { killRounds } from './kill-rounds.ts';

test(
  'six kills on one file under 16 writers lose no acknowledged write and leave no partial one',
  verifies('operations.acknowledged-writes'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'));
    try {
      const { acknowledged, found, faults } = await killRounds(
        join(folder, 'vitrine.db'),
        6,
        () => 300 + Math.random() * 900,
      );
      expect(faults).toEqual([]);
      expect(acknowledged).toBeGreaterThan(1_000);
      expect(found).toBeGreaterThan(500);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
