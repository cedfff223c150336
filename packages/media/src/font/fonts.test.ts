import { UnavailableError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { JobLostError, type ProcessPool } from '../process/process-pool.ts';
import { GlyphStore } from '../text/glyph-store.ts';
import type { FontTasks } from './font-tasks.ts';
import { fontsOf } from './fonts.ts';
import { noOutlines } from './outline.ts';

const CALLER = { account: 'a' };
const UPLOADED = { blob: 'hash' };
const BUILTIN = { builtin: 1 };
const load = async () => Uint8Array.of(1);

/** Returns the fonts of a process that gives this result for every task, or fails with this error. */
function fontsWith(result: unknown) {
  const pool: Pick<ProcessPool<FontTasks>, 'run'> = {
    async run() {
      if (result instanceof Error) throw result;
      return result as never;
    },
  };
  return fontsOf(pool as ProcessPool<FontTasks>);
}

test('a machine that is too busy makes no font lack its letters', async () => {
  const starved = fontsWith({ ...noOutlines(1), starved: true });
  for (const source of [UPLOADED, BUILTIN])
    await expect(starved.outlines(source, load, ['A'], CALLER)).rejects.toThrow(UnavailableError);
});

test('an uploaded font that takes too long lacks the letters; a built-in one is valid', async () => {
  const slow = fontsWith(noOutlines(1));
  expect((await slow.outlines(UPLOADED, load, ['A'], CALLER)).glyphs).toEqual([null]);
  await expect(slow.outlines(BUILTIN, load, ['A'], CALLER)).rejects.toThrow(UnavailableError);
});

test('kerning that takes too long is none for an uploaded font, and later for a built-in one', async () => {
  for (const slow of [fontsWith({ pairs: null, starved: false }), fontsWith(new JobLostError('time'))]) {
    expect(await slow.kerning(UPLOADED, load, ['AV', 'To'], CALLER)).toEqual([0, 0]);
    await expect(slow.kerning(BUILTIN, load, ['AV'], CALLER)).rejects.toThrow(UnavailableError);
  }
});

test('a machine that is too busy, and a caller that leaves, make no font lack its kerning', async () => {
  const left = new DOMException('The caller has left.', 'AbortError');
  for (const source of [UPLOADED, BUILTIN]) {
    const starved = fontsWith({ pairs: null, starved: true });
    await expect(starved.kerning(source, load, ['AV'], CALLER)).rejects.toThrow(UnavailableError);
    await expect(fontsWith(left).kerning(source, load, ['AV'], CALLER)).rejects.toBe(left);
  }
});

test('kerning that was not read in time is not kept, and read for the next drawing', async () => {
  const results = [
    { pairs: null, starved: true },
    { pairs: [-80], starved: false },
  ];
  const pool: Pick<ProcessPool<FontTasks>, 'run'> = { run: async () => results.shift() as never };
  const { outlines, kerning } = fontsOf(pool as ProcessPool<FontTasks>);
  const store = new GlyphStore({ outlines, kerning, picture: load });
  const read = () => store.kerning(UPLOADED, load, ['AV'], CALLER);
  await expect(read()).rejects.toThrow(UnavailableError);
  for (let drawing = 0; drawing < 2; drawing++) expect((await read()).get('AV')).toBe(-0.08);
});
