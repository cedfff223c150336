import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FILE = fileURLToPath(new URL('./young-generation.ts', import.meta.url));

/** Prints the largest young generation, in MB, of a thread with a limit of 6 MB that allocates. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  import { keepYoungGenerationOfThreads } from ${JSON.stringify(FILE)};
  if (process.env.KEEP === '1') keepYoungGenerationOfThreads();
  const work = \`
    const { getHeapSpaceStatistics } = require('node:v8');
    let [kept, most] = [[], 0];
    for (let i = 0; i < 400_000; i++) {
      kept.push({ text: 'x' + i });
      if (kept.length > 60_000) kept = kept.slice(30_000);
      if (i % 1_000 !== 0) continue;
      const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
      most = Math.max(most, space_size);
    }
    console.log(most / 1024 / 1024);
  \`;
  new Worker(work, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 6 } });
`;

function largest(keep: '0' | '1'): number {
  const args = ['--max-semi-space-size=16', '--input-type=module', '--eval', PROGRAM];
  return Number(
    execFileSync(process.execPath, args, { env: { ...process.env, KEEP: keep }, encoding: 'utf8' }),
  );
}

test('lets threads keep their own young generation, which the option of the process would replace', () => {
  expect(largest('0')).toBeGreaterThan(8);
  expect(largest('1')).toBeLessThanOrEqual(6);
});
