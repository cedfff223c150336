import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'vitest';
import { rounds } from '../nightly.ts';
import { seededRun } from '../seeded.ts';
import { call, type OperationCall, operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onEveryStorage } from './world.ts';

const CALLERS = 6;
const CALLS = 40;
const ALL = Object.values(operations);
/** Deletions are rarer, because they end what the others do. */
const LASTING = ALL.filter(({ method }) => method !== 'DELETE');

// The last test of each storage fails if a response was a 5xx.
onEveryStorage((arrange) => {
  test('operations at once on the same resources find no fault of the server', async () => {
    const random = seededRun();
    const among = (calls: readonly OperationCall[]) => calls[Math.floor(random() * calls.length)];
    for (let round = 0; round < rounds(2, 30); round++) {
      const { a, vitrine, ...world } = await arrange();
      const targets = await createTargets({ a, vitrine, ...world });
      await a.patch(`/v2/stores/${targets.storeId}`, { history: 'P30D' });
      const ofCaller = () => Array.from({ length: CALLS }, () => among(random() < 0.2 ? ALL : LASTING));
      const programs = Array.from({ length: CALLERS }, ofCaller);
      let running = programs.length;
      async function run(program: readonly (OperationCall | undefined)[]): Promise<void> {
        for (const each of program) if (each !== undefined) await call(a, each, targets);
        running -= 1;
      }
      async function work(): Promise<void> {
        // The calls of memory would never get a turn otherwise.
        for (; running > 0; await nextTurn()) await vitrine.runDueJobs();
      }
      await Promise.all([...programs.map(run), work()]);
    }
  });
});
