import type { FontSource, ReadFont, Refusal } from '@vitrine/core';
import { JobLostError, type ProcessPool } from '../process/process-pool.ts';
import { builtinFiles } from './builtin-fonts.ts';
import type { FontTasks } from './font-tasks.ts';
import { type FontOutlines, noOutlines } from './outline.ts';

/** What the main process asks of fonts. It never parses one itself. */
export interface Fonts {
  readFont(bytes: Uint8Array): Promise<ReadFont | Refusal>;
  /** The sample of a built-in font, drawn once. */
  builtinSample(id: number): Promise<Uint8Array>;
  /**
   * The glyphs of code points, in their order. `load` gives the bytes of a font that is not built in; `readFont` has
   * taken them before. A glyph that is broken or takes too long is null, as if the font lacked it. Nothing is kept: ask
   * once a design.
   */
  outlines(
    source: FontSource,
    load: (hash: string) => Promise<Uint8Array>,
    codePoints: readonly number[],
  ): Promise<FontOutlines>;
}

export function fontsOf(pool: ProcessPool<FontTasks>): Fonts {
  const samples = new Map<number, Promise<Uint8Array>>();

  async function drawBuiltin(id: number): Promise<Uint8Array> {
    const files = await builtinFiles(id);
    return pool.run('drawSample', files, weigh(files));
  }

  return {
    async readFont(bytes) {
      try {
        return await pool.run('readFont', bytes, bytes.length);
      } catch (error) {
        if (!(error instanceof JobLostError)) throw error;
        const late = error.reason === 'time';
        return {
          refused: late ? 'The font takes too long to read.' : 'The font needs too much memory to be read.',
        };
      }
    },

    async builtinSample(id) {
      const known = samples.get(id);
      if (known !== undefined) return known;
      const drawn = drawBuiltin(id);
      samples.set(id, drawn);
      drawn.catch(() => samples.delete(id));
      return drawn;
    },

    async outlines(source, load, codePoints) {
      const files = 'builtin' in source ? await builtinFiles(source.builtin) : [await load(source.blob)];
      try {
        return await pool.run('outlines', { files, codePoints }, weigh(files));
      } catch (error) {
        // A font that brings its parser down over a glyph must not keep a timer from being drawn at all.
        if (error instanceof JobLostError && 'blob' in source) return noOutlines(codePoints.length);
        throw error;
      }
    },
  };
}

function weigh(files: readonly Uint8Array[]): number {
  return files.reduce((total, { length }) => total + length, 0);
}
