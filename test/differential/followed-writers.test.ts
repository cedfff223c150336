import { memoryStorage } from '@vitrine/core';
import { followWriters } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { rounds } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { writersProgram } from './programs.ts';
import { onEveryContestant } from './storages.ts';

/** Programs of each of the nine storages: at night, with the sequential ones of `records.test.ts`, more than a thousand. */
const PROGRAMS = rounds(40, 100);
const PROGRAM_MS = 500;
/** Time to shrink a failing program. */
const SHRINKING = 600_000;

function followsWriters(storage: () => Storage): void {
  const numRuns = fc.readConfigureGlobal().numRuns ?? PROGRAMS;

  test('for a copy to which the log of a store is applied while several write to it', {
    ...verifies('changes.log.complete', 'changes.log.order'),
    timeout: SHRINKING + numRuns * PROGRAM_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(writersProgram, (one) => followWriters(one, storage())),
      { numRuns },
    );
  });
}

describe('the storage in memory', () => followsWriters(memoryStorage));
onEveryContestant((storage) => followsWriters(storage));
