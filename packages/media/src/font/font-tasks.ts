import type { ReadFont, Refusal } from '@vitrine/core/server';
import { FontError } from './files/font-error.ts';
import { factsOf } from './font-facts.ts';
import { openFont } from './open-font.ts';
import { type FontFiles, type FontOutlines, linesOf, noOutlines, outlineOf } from './outline.ts';
import { limitedByPool, ParseTime, ParseTimeError } from './parse-time.ts';
import { drawSample, SAMPLE_LETTERS } from './sample.ts';

/** Processor time for one piece, in milliseconds: a hundred times what a valid one takes. */
const GLYPH_LIMIT = 400;

export interface OutlinesRequest {
  /** Files of one font, searched in order for a glyph. */
  readonly files: readonly Uint8Array[];
  /** Weight of the instance, if the files are of a variable font that is a part of Vitrine. */
  readonly weight?: number | null;
  /** Single letters, or runs of letters that are shaped. */
  readonly pieces: readonly string[];
}

/** Null: not within the time limit, as a fault of the font or because the machine was too busy (`starved`). */
export interface FontKerning {
  readonly pairs: readonly number[] | null;
  readonly starved: boolean;
}

/** The tasks of the font process. Fonts are untrusted input, so all parsing has a time limit. */
export const fontTasks = {
  async readFont(bytes: Uint8Array): Promise<ReadFont | Refusal> {
    try {
      const { facts, outlines } = limitedByPool(() => {
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

  /** Returns null for glyphs that are broken or take too long, as if the font lacked them. */
  async outlines({ files, weight = null, pieces }: OutlinesRequest): Promise<FontOutlines> {
    // Most texts need no shaping, so its code is loaded on demand.
    const shape = pieces.some(isRun) ? (await import('./shaping.ts')).shape : null;
    const time = new ParseTime();
    let starved = false;
    const attempt = <R>(job: () => R, limit?: number): R | null => {
      if (starved) return null;
      try {
        return time.run(job, limit);
      } catch (error) {
        starved = error instanceof ParseTimeError && error.isStarved;
        return null;
      }
    };
    const opened = attempt(() => openFiles(files, weight));
    const lines = opened === null ? null : attempt(() => linesOf(opened));
    if (opened === null || lines === null) return { ...noOutlines(pieces.length), starved };
    const glyphs = pieces.map((piece) => attempt(() => outlineOf(opened, piece, shape), GLYPH_LIMIT));
    return { ...lines, glyphs, complete: !time.isOver, starved };
  },

  /**
   * Returns for each pair of letters how much closer they are than their advances say, in thousandths of an em. A font whose
   * tables are broken has no kerning.
   */
  async kerning({ files, weight = null, pieces }: OutlinesRequest): Promise<FontKerning> {
    const { kerningOf } = await import('./shaping.ts');
    try {
      const pairs = new ParseTime().run(() => {
        const opened = openFiles(files, weight);
        return pieces.map((pair) => kerningOf(opened, pair));
      });
      return { pairs, starved: false };
    } catch (error) {
      if (error instanceof ParseTimeError) return { pairs: null, starved: error.isStarved };
      return { pairs: pieces.map(() => 0), starved: false };
    }
  },
};

export type FontTasks = typeof fontTasks;

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

function reasonOf(error: unknown): string {
  if (error instanceof FontError) return error.message;
  return "The font can't be read: its tables are broken.";
}
