import type { Media } from '@vitrine/core';
import { builtinFonts } from './font/builtin-fonts.ts';
import type { FontTasks } from './font/font-tasks.ts';
import { fontsOf } from './font/fonts.ts';
import { processPool } from './process/process-pool.ts';
import { timerPicture } from './timer/timer-picture.ts';
import { timerRenderer } from './timer/timer-renderer.ts';

/** Milliseconds that a font may take in all: its own limit of 3 s, and the drawing. */
const FONT_LIMIT = 3_500;

export interface MediaOptions {
  /** Lets fonts be fetched from private, loopback and link-local addresses too. Default: off. */
  readonly allowPrivateFetch?: boolean;
}

/** Everything that reads or makes pictures and fonts. Starts nothing until it is first asked for something. */
export function createMedia(
  _options: MediaOptions = {},
): Pick<Media, 'readFont' | 'builtinFonts' | 'builtinSample' | 'renderTimer' | 'checkTimer' | 'close'> {
  const fontPool = processPool<FontTasks>({
    file: 'font-process',
    execArgv: ['--max-old-space-size=128'],
    processes: 1,
    timeLimit: FONT_LIMIT,
  });
  const { readFont, builtinSample, outlines } = fontsOf(fontPool);
  const timers = timerRenderer({ outlines, picture: timerPicture });
  return {
    readFont,
    builtinFonts,
    builtinSample,
    renderTimer: timers.renderTimer,
    checkTimer: timers.checkTimer,
    async close() {
      await Promise.all([fontPool.close(), timers.close()]);
    },
  };
}
