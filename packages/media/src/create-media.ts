import { availableParallelism } from 'node:os';
import type { Media } from '@vitrine/core';
import { systemNetwork } from './fetch/checked-request.ts';
import { fontFetcher } from './fetch/fetch-font.ts';
import { builtinFonts } from './font/builtin-fonts.ts';
import type { FontTasks } from './font/font-tasks.ts';
import { fontsOf } from './font/fonts.ts';
import type { ImageTasks } from './image/image-tasks.ts';
import { imagesOf } from './image/images.ts';
import { mediaFigures } from './media-figures.ts';
import type { Measure } from './process/hardening.ts';
import type { Hardening } from './process/launcher.ts';
import { processPool } from './process/process-pool.ts';
import { timerRenderer } from './timer/timer-renderer.ts';

/** Milliseconds that a picture or a font may take. Whoever sent one that takes longer has the answer within 4 s. */
const TIME_LIMIT = 3_000;

export interface MediaOptions {
  /** Pictures decoded at once, each in a process of its own. Default: one less than there are processors, at most four. */
  readonly imageProcesses?: number;
  /** Lets fonts be fetched from private, loopback and link-local addresses too. Default: off. */
  readonly allowPrivateFetch?: boolean;
  /** The measures that hold decoder processes, where they work (`docs/security.md`). Default: all. */
  readonly measures?: readonly Measure[];
  /** Called for each kind of decoder process, when its first one starts, with the measures that work here. */
  readonly onHardened?: (hardening: Hardening) => void;
}

/** Everything that reads or makes pictures and fonts. Starts nothing until it is first asked for something. */
export function createMedia(options: MediaOptions = {}): Media {
  const { allowPrivateFetch = false, measures, onHardened } = options;
  const { imageProcesses = Math.min(4, Math.max(1, availableParallelism() - 1)) } = options;
  const imagePool = processPool<ImageTasks>({
    queue: 'images',
    file: 'image-process',
    measures,
    onHardened,
    processes: imageProcesses,
    timeLimit: TIME_LIMIT,
  });
  const fontPool = processPool<FontTasks>({
    queue: 'fonts',
    file: 'font-process',
    measures,
    onHardened,
    execArgv: ['--max-old-space-size=128'],
    processes: 1,
    timeLimit: TIME_LIMIT,
  });
  const { readImage, thumbnail, picture } = imagesOf(imagePool);
  const { readFont, builtinSample, outlines } = fontsOf(fontPool);
  const timers = timerRenderer({ outlines, picture });
  const fetcher = fontFetcher(systemNetwork(allowPrivateFetch));
  return {
    readImage,
    thumbnail,
    readFont,
    builtinFonts,
    builtinSample,
    fetchFont: fetcher.fetchFont,
    renderTimer: timers.renderTimer,
    checkTimer: timers.checkTimer,
    figures: () => [
      ...mediaFigures({ image: imagePool.load(), font: fontPool.load() }, timers.load()),
      ...[imagePool, fontPool, timers, fetcher].flatMap((queue) => queue.figures()),
    ],
    async close() {
      fetcher.close();
      await Promise.all([imagePool.close(), fontPool.close(), timers.close()]);
    },
  };
}
