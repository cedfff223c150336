import { expect, test } from 'vitest';
import { detectFile } from './detect-file.ts';

/** Returns the turns of the event loop that other work had during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}

const COLUMNS = 500;
const columns = Array.from({ length: COLUMNS }, (_, index) => `c${index}`);
const rows = Array.from({ length: 1_000 }, (_, row) => columns.map((_, index) => `${row}${index}`));

test.each([
  ['a wide CSV file', [columns, ...rows].map((cells) => cells.join(',')).join('\n')],
  [
    'wide JSON records',
    JSON.stringify(rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])))),
  ],
  ['a file of blank lines', `c0\n1\n${'\n'.repeat(4_000_000)}2\n`],
  ['a file of long cells', `c0,c1\n${`${'x'.repeat(50_000)},1\n`.repeat(80)}`],
])('other work has many turns while %s is examined', async (_, text) => {
  const bytes = Buffer.from(text);
  expect(await turnsDuring(() => detectFile(bytes, true))).toBeGreaterThan(bytes.length / 32_768);
});

test('refuses more columns than a thousand, because finding names for them takes too long', async () => {
  const csv = (columns: number) =>
    Buffer.from(`${'a,'.repeat(columns - 1)}a\n${'1,'.repeat(columns - 1)}1\n`);
  expect((await detectFile(csv(1_000), true)).columns).toHaveLength(1_000);
  await expect(detectFile(csv(10_000), true)).rejects.toThrow('The file has more than 1000 columns.');
});
