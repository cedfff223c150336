import { readdirSync, readFileSync } from 'node:fs';
import { memoryStorage } from '@vitrine/core';
import { type Program, replay } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { expectAgreement } from './agreement.ts';
import { program } from './programs.ts';
import { onEveryContestant } from './storages.ts';

// Time to shrink a failing program.
const SHRINKING = 600_000;
const PROGRAM_MS = 1_000;
/** Programs of a storage without columns. */
const PROGRAMS = rounds(20, 100);
const folder = new URL('regressions/', import.meta.url);
const regressions = readdirSync(folder).filter((name) => name.endsWith('.json'));

function readProgram(name: string): Program {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

function agrees(one: Program, storage: Storage): Promise<void> {
  return expectAgreement(one, [() => replay(one, storage), () => replay(one, memoryStorage())]);
}

describe('programs of record calls', () => {
  test('are plain JSON, and return the same results in every storage in memory', async () => {
    await fc.assert(
      fc.asyncProperty(program, async (one) => {
        const read: Program = JSON.parse(JSON.stringify(one));
        expect(read).toEqual(one);
        await agrees(read, memoryStorage());
      }),
      { numRuns: 20 },
    );
  });
});

onEveryContestant((storage, programs = 0) => {
  const numRuns = Math.max(programs, fc.readConfigureGlobal().numRuns ?? (programs || PROGRAMS));

  test.each(regressions)('for a program that failed before: %s', async (name) => {
    await agrees(readProgram(name), storage());
  });

  // All programs share one database: each has its own stores among those of the other programs.
  test('for every program of writes, queries, schema changes and passing time', {
    ...verifies('changes.log.complete'),
    timeout: SHRINKING + numRuns * PROGRAM_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(program, (one) => agrees(one, storage())),
      { numRuns },
    );
  });

  test.runIf(programs > 0)('answers some of their searches from columns', () => {
    const hits = storage()
      .metrics()
      .find(({ name }) => name === 'vitrine_columns_hits_total');
    expect(hits?.value).toBeGreaterThan(0);
  });
});
