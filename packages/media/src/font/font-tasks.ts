import { runInNewContext } from 'node:vm';
import type { ReadFont, Refusal } from '@vitrine/core/server';
import { FontError } from './files/font-error.ts';
import { factsOf } from './font-facts.ts';
import { openFont } from './open-font.ts';
import { type FontFiles, type FontOutlines, linesOf, noOutlines, outlineOf } from './outline.ts';
import { drawSample, SAMPLE_LETTERS } from './sample.ts';

/** Timeout for parsing a font, in milliseconds. It is shorter than that of the pool, which kills the process. */
const PARSE_LIMIT = 2_000;

export interface OutlinesRequest {
  /** Files of one font, searched in order for a glyph. */
  readonly files: readonly Uint8Array[];
  /** Weight of the instance, if the files are of a variable font that is a part of Vitrine. */
  readonly weight?: number | null;
  /** Single letters, or runs of letters that are shaped. */
  readonly pieces: readonly string[];
}

/** The tasks of the font process. Fonts are untrusted input, so all parsing has a time limit. */
export const fontTasks = {
  async readFont(bytes: Uint8Array): Promise<ReadFont | Refusal> {
    try {
      const { facts, outlines } = limited(PARSE_LIMIT, () => {
        const opened = openFont(Buffer.from(bytes));
        const files: FontFiles = [opened];
        return { facts: factsOf(opened, bytes.length), outlines: sampleOutlines(files) };
      });
      return { facts, sample: await drawSample(outlines) };
    } catch (error) {
      return { refused: reasonOf(error) };
    }
  },

  /** Draws the sample of a built-in font. */
  drawSample(files: readonly Uint8Array[]): Promise<Uint8Array> {
    return drawSample(sampleOutlines(openFiles(files)));
  },

  /** Returns null for glyphs that are broken or come after the time limit, as if the font lacked them. */
  async outlines({ files, weight = null, pieces }: OutlinesRequest): Promise<FontOutlines> {
    // Most texts need no shaping, so its code is loaded on demand.
    const shape = pieces.some(isRun) ? (await import('./shaping.ts')).shape : null;
    const deadline = performance.now() + PARSE_LIMIT;
    const before = process.cpuUsage();
    const isStarved = () => performance.now() >= deadline && millisecondsSince(before) < PARSE_LIMIT / 2;
    const attempt = <R>(job: () => R): R | null => {
      const left = Math.ceil(deadline - performance.now());
      try {
        return left > 0 ? limited(left, job) : null;
      } catch {
        return null;
      }
    };
    const opened = attempt(() => openFiles(files, weight));
    const lines = opened === null ? null : attempt(() => linesOf(opened));
    if (opened === null || lines === null) return { ...noOutlines(pieces.length), starved: isStarved() };
    const glyphs = pieces.map((piece) => attempt(() => outlineOf(opened, piece, shape)));
    return { ...lines, glyphs, complete: performance.now() < deadline, starved: isStarved() };
  },

  /**
   * Returns for each pair of letters how much closer they are than their advances say, in thousandths of an em. Null: not
   * within the time limit.
   */
  async kerning({ files, weight = null, pieces }: OutlinesRequest): Promise<readonly number[] | null> {
    const { kerningOf } = await import('./shaping.ts');
    try {
      return limited(PARSE_LIMIT, () => {
        const opened = openFiles(files, weight);
        return pieces.map((pair) => kerningOf(opened, pair));
      });
    } catch (error) {
      if (isTimeout(error)) return null;
      throw error;
    }
  },
};

export type FontTasks = typeof fontTasks;

/** Returns the processor time of this process since then. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function isRun(piece: string): boolean {
  return Array.from(piece).length > 1;
}

function openFiles(files: readonly Uint8Array[], weight: number | null = null): FontFiles {
  const [first, ...others] = files.map((bytes) => openFont(Buffer.from(bytes), weight));
  if (first === undefined) throw new FontError('A font has at least one file.');
  return [first, ...others];
}

function sampleOutlines(files: FontFiles): FontOutlines {
  const glyphs = SAMPLE_LETTERS.map((letter) => outlineOf(files, letter, null));
  return { ...linesOf(files), glyphs, complete: true, starved: false };
}

/**
 * Runs synchronous code for at most `limit` milliseconds. Also ends an endless loop if the parent process, which would
 * kill this one, has died.
 */
function limited<R>(limit: number, job: () => R): R {
  return runInNewContext('job()', { job }, { timeout: limit });
}

function reasonOf(error: unknown): string {
  if (error instanceof FontError) return error.message;
  if (isTimeout(error)) return 'The font takes too long to read.';
  return "The font can't be read: its tables are broken.";
}

/**
 * Returns whether the error is that of `limited`. It comes from another context, so it is not an `Error` of this one.
 */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
