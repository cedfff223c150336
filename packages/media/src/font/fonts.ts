import { type Caller, type Media, UnavailableError } from '@vitrine/core';
import { createSharedCalls, type ReadFont, type Refusal } from '@vitrine/core/server';
import { JobLostError, type ProcessPool } from '../process/process-pool.ts';
import { builtinFiles } from './builtin-fonts.ts';
import type { FontTasks } from './font-tasks.ts';
import { filesOf, type GlyphSource } from './glyph-source.ts';
import { type FontOutlines, noOutlines } from './outline.ts';

/** Operations on fonts for the main process, which never parses one itself. */
export interface Fonts {
  readFont(bytes: Uint8Array, caller: Caller): Promise<ReadFont | Refusal>;
  readonly builtinSample: Media['builtinSample'];
  /**
   * Returns the glyphs of the pieces of a text in order: single letters, or runs of letters that are shaped. A glyph
   * that is broken or takes too long is null, as if the font lacked it. Caches nothing.
   *
   * @param load returns the bytes of a font that is not built in, which `readFont` has accepted before.
   * @throws UnavailableError if the machine is too busy to read the font in time.
   */
  outlines(
    source: GlyphSource,
    load: (hash: string) => Promise<Uint8Array>,
    pieces: readonly string[],
    caller: Caller,
  ): Promise<FontOutlines>;
  /**
   * Returns the kerning of pairs of letters in thousandths of an em. 0 if the font is broken or takes too long.
   * @throws UnavailableError if the machine is too busy to read the font in time.
   */
  kerning(
    source: GlyphSource,
    load: (hash: string) => Promise<Uint8Array>,
    pairs: readonly string[],
    caller: Caller,
  ): Promise<readonly number[]>;
}

export function fontsOf(pool: ProcessPool<FontTasks>): Fonts {
  const samples = new Map<number, Uint8Array>();
  const drawing = createSharedCalls<Uint8Array>();

  async function drawBuiltin(id: number, signal: AbortSignal): Promise<Uint8Array> {
    const files = await builtinFiles(id);
    const sample = await pool.run('drawSample', files, weigh(files), { account: null, signal });
    samples.set(id, sample);
    return sample;
  }

  return {
    async readFont(bytes, caller) {
      try {
        return await pool.run('readFont', bytes, bytes.length, caller);
      } catch (error) {
        if (!(error instanceof JobLostError)) throw error;
        const isLate = error.reason === 'time';
        return {
          refused: isLate ? 'The font takes too long to read.' : 'The font needs too much memory to read.',
        };
      }
    },

    async builtinSample(id, { signal } = {}) {
      return samples.get(id) ?? drawing(`${id}`, signal, (wanted) => drawBuiltin(id, wanted));
    },

    async outlines(source, load, pieces, caller) {
      const { files, weight } = await filesOf(source, load, pieces);
      if (files.length === 0) return noOutlines(pieces.length);
      try {
        const outlines = await pool.run('outlines', { files, weight, pieces }, weigh(files), caller);
        // The fallback font must not be cached because the machine is too busy. Our own fonts are valid.
        if (outlines.starved || (!outlines.complete && !('blob' in source))) throw tooBusy();
        return outlines;
      } catch (error) {
        // A font that crashes its parser at a glyph must not prevent drawing the timer.
        if (!(error instanceof JobLostError)) throw error;
        if ('blob' in source) return noOutlines(pieces.length);
        throw tooBusy(error);
      }
    },

    async kerning(source, load, pairs, caller) {
      const isUploaded = 'blob' in source;
      const { files, weight } = await filesOf(source, load, pairs);
      try {
        const kerning = await pool.run('kerning', { files, weight, pieces: pairs }, weigh(files), caller);
        if (kerning.pairs !== null) return kerning.pairs;
        if (kerning.starved || !isUploaded) throw tooBusy();
      } catch (error) {
        // A caller that leaves, or a busy machine, says nothing about the font.
        if (!(error instanceof JobLostError)) throw error;
        if (!isUploaded) throw tooBusy(error);
      }
      return pairs.map(() => 0);
    },
  };
}

function tooBusy(cause?: Error): UnavailableError {
  return new UnavailableError('The font was not read in time.', { cause });
}

function weigh(files: readonly Uint8Array[]): number {
  return files.reduce((total, { length }) => total + length, 0);
}
