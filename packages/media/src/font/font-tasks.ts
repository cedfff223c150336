import { runInNewContext } from 'node:vm';
import type { ReadFont, Refusal } from '@vitrine/core';
import { FontError } from './font-error.ts';
import { factsOf } from './font-facts.ts';
import { openFont } from './open-font.ts';
import { type FontFiles, type FontOutlines, linesOf, noOutlines, outlineOf } from './outline.ts';
import { drawSample, SAMPLE_CODE_POINTS } from './sample.ts';

/** Milliseconds in which a font must open and give its glyphs: less than the pool grants, so that this ends it as a rule. */
const PARSE_LIMIT = 2_000;

export interface OutlinesRequest {
  /** The files of one font, each asked in turn for a glyph. */
  readonly files: readonly Uint8Array[];
  readonly codePoints: readonly number[];
}

/** What the font process does. Fonts come from anywhere: everything that a parser does is under a time limit. */
export const fontTasks = {
  async readFont(bytes: Uint8Array): Promise<ReadFont | Refusal> {
    try {
      const { facts, outlines } = limited(PARSE_LIMIT, () => {
        const opened = openFont(Buffer.from(bytes));
        const files: FontFiles = [opened.font];
        return { facts: factsOf(opened, bytes.length), outlines: sampleOutlines(files) };
      });
      return { facts, sample: await drawSample(outlines) };
    } catch (error) {
      return { refused: reasonOf(error) };
    }
  },

  /** The sample of a built-in font. */
  drawSample(files: readonly Uint8Array[]): Promise<Uint8Array> {
    return drawSample(sampleOutlines(openFiles(files)));
  },

  /** What is broken, and everything after the time is up, is null as if the font lacked it. */
  outlines({ files, codePoints }: OutlinesRequest): FontOutlines {
    const end = performance.now() + PARSE_LIMIT;
    const attempt = <R>(job: () => R): R | null => {
      const left = Math.ceil(end - performance.now());
      try {
        return left > 0 ? limited(left, job) : null;
      } catch {
        return null;
      }
    };
    const opened = attempt(() => openFiles(files));
    const lines = opened === null ? null : attempt(() => linesOf(opened));
    if (opened === null || lines === null) return noOutlines(codePoints.length);
    const glyphs = codePoints.map((codePoint) => attempt(() => outlineOf(opened, codePoint)));
    return { ...lines, glyphs, complete: performance.now() < end };
  },
};

export type FontTasks = typeof fontTasks;

function openFiles(files: readonly Uint8Array[]): FontFiles {
  const [first, ...others] = files.map((bytes) => openFont(Buffer.from(bytes)).font);
  if (first === undefined) throw new FontError('A font has a file at least.');
  return [first, ...others];
}

function sampleOutlines(files: FontFiles): FontOutlines {
  const glyphs = SAMPLE_CODE_POINTS.map((codePoint) => outlineOf(files, codePoint));
  return { ...linesOf(files), glyphs, complete: true };
}

/**
 * Stops synchronous code after so many milliseconds. The pool kills a process that is late; this ends an endless loop
 * also when the pool's own process is gone.
 */
function limited<R>(limit: number, job: () => R): R {
  return runInNewContext('job()', { job }, { timeout: limit });
}

function reasonOf(error: unknown): string {
  if (error instanceof FontError) return error.message;
  if (isTimeout(error)) return 'The font takes too long to read.';
  return "The font can't be read: its tables are broken.";
}

/** The error is made in the context that was stopped, so it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
