import { copyStorage, memoryStorage } from '@vitrine/core';
import { type Program, replay, type StepResult } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../nightly.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { expectAgreement } from './agreement.ts';
import { program } from './programs.ts';

interface OpenedStorage {
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

const openers = {
  memory: async (): Promise<OpenedStorage> => ({ storage: memoryStorage(), close: async () => {} }),
  SQLite: async (): Promise<OpenedStorage> => {
    const storage = sqliteStorage({ path: ':memory:' });
    return { storage, close: () => storage.close() };
  },
  PostgreSQL: async (): Promise<OpenedStorage> => {
    const database = await createTestDatabase({ migrated: true });
    const storage = postgresStorage({ url: database.url, pool: 4 });
    return {
      storage,
      async close() {
        await storage.close();
        await database.drop();
      },
    };
  },
} as const;

/** The databases that a program needs are created for each program, which takes long on PostgreSQL. */
const PAIRS = [
  ['SQLite', 'memory', rounds(20, 100)],
  ['memory', 'SQLite', rounds(20, 100)],
  ['SQLite', 'PostgreSQL', rounds(3, 10)],
  ['PostgreSQL', 'SQLite', rounds(3, 10)],
] as const;

// On a busy machine.
const PROGRAM_MS = 10_000;
const SHRINKING = 600_000;

function replayWithCopy(one: Program, from: Storage, to: Storage): Promise<StepResult[]> {
  return replay(one, from, async (now) => {
    await copyStorage(from, to, { clock: () => now });
    return to;
  });
}

async function expectAgreementOfCopies(
  one: Program,
  from: keyof typeof openers,
  to: keyof typeof openers,
): Promise<void> {
  const opened = [await openers[from](), await openers[to]()] as const;
  try {
    await opened[0].storage.migrate();
    const [source, target] = opened;
    await expectAgreement(one, [
      () => replayWithCopy(one, source.storage, target.storage),
      () => replayWithCopy(one, memoryStorage(), memoryStorage()),
    ]);
  } finally {
    for (const { close } of opened) await close();
  }
}

for (const [from, to, programs] of PAIRS) {
  const numRuns = fc.readConfigureGlobal().numRuns ?? programs;
  const running = numRuns * PROGRAM_MS;

  test(`a program continues with its walks and imports after a copy from ${from} to ${to}, and without them in the copy`, {
    timeout: running + SHRINKING,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(program, (one) => expectAgreementOfCopies(one, from, to)),
      // A program that fails is reported as small as it has become, and not lost with the timeout of the test.
      { numRuns, interruptAfterTimeLimit: running + SHRINKING / 2, markInterruptAsFailure: true },
    );
  });
}

test('a copy has neither the walk nor the import of its source, and the source keeps both', async () => {
  const records = ['a', 'b', 'c'].map((id) => ({ id, complete: true, slots: [], values: [] }));
  const advance = { on: 0, do: 'advanceImport', mode: 'insert', again: false } as const;
  const steps: Program['steps'] = [
    { on: 0, do: 'upsert', records },
    { on: 0, do: 'openWalk', where: { all: [] }, order: { column: 'seq', direction: 'asc' }, limit: 2 },
    { on: 0, do: 'openImport' },
    { ...advance, records: [{ id: 'd', complete: true, slots: [], values: [] }] },
    { on: 0, do: 'turnPage' },
    { ...advance, records: records.slice(0, 1) },
    { on: 0, do: 'endImport', status: 'done' },
    { on: 0, do: 'wait', millis: 1 },
  ];
  const stores = [{ slots: ['t0' as const], recordTtl: null }];
  const answers = await replayWithCopy({ stores, steps }, memoryStorage(), memoryStorage());
  const resultOf = (step: string) => answers.find((answer) => answer.step === step);
  expect(resultOf('4: turnPage')).toMatchObject({ result: [{ id: 'c' }, { id: 'd' }] });
  expect(resultOf('4: turnPage in the copy')).toMatchObject({ result: null });
  expect(resultOf('5: advanceImport')).toMatchObject({
    result: { outcome: 'advanced', counts: { created: 1, refused: 1 } },
  });
  expect(resultOf('5: advanceImport in the copy')).toMatchObject({ result: null });
  expect(resultOf('6: endImport')).toMatchObject({ result: { ended: true, status: 'done' } });
});
