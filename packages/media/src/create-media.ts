import { availableParallelism } from 'node:os';
import type { Media } from '@vitrine/core';
import { entries } from './entries.ts';
import { documentFetcher } from './fetch/fetch-document.ts';
import { fontFetcher } from './fetch/fetch-font.ts';
import { pictureFetcher } from './fetch/fetch-picture.ts';
import { builtinFonts } from './font/builtin-fonts.ts';
import type { FontTasks } from './font/font-tasks.ts';
import { fontsOf } from './font/fonts.ts';
import { transparentGif } from './gif/transparent-gif.ts';
import type { ImageTasks } from './image/image-tasks.ts';
import { imagesOf } from './image/images.ts';
import type { Measure } from './process/hardening.ts';
import type { Hardening } from './process/launcher.ts';
import { mediaMetrics } from './process/media-metrics.ts';
import { processPool } from './process/process-pool.ts';
import { drawingTools } from './rendering/drawing-tools.ts';
import { liveRenderer } from './rendering/live-renderer.ts';
import { timerRenderer } from './rendering/timer-renderer.ts';

/** Timeout for reading a picture or a font, in milliseconds. A client gets the response within 4 s. */
const TIME_LIMIT = 3_000;

export interface MediaOptions {
  /** Maximum number of processes that decode pictures. Default: one less than there are processors, at most four. */
  readonly imageProcesses?: number | undefined;
  /**
   * Allows fetching fonts, pictures and documents of clients of OAuth from private, loopback and link-local addresses.
   * Default: false.
   */
  readonly allowPrivateFetch?: boolean | undefined;
  /**
   * Milliseconds that a call may take on a busy machine: its wait, the start of a process or thread, and its work. After them
   * it fails as unavailable. Default: 10,000.
   */
  readonly patience?: number | undefined;
  /** Measures that isolate decoder processes, where they work (`docs/security.md`). Default: all. */
  readonly measures?: readonly Measure[] | undefined;
  /** Called with the measures that work here when the first process of a kind starts. */
  readonly onHardened?: ((hardening: Hardening) => void) | undefined;
}

/**
 * Creates the engine that reads pictures and fonts and draws timers. Starts processes and threads on demand.
 * @throws VitrineError `internal` in a bundled program.
 */
export function createMedia(options: MediaOptions = {}): Media {
  entries.require('image-process', 'font-process', 'render-thread');
  const { allowPrivateFetch = false, measures, onHardened, patience } = options;
  const { imageProcesses = Math.min(4, Math.max(1, availableParallelism() - 1)) } = options;
  const imagePool = processPool<ImageTasks>({
    queue: 'images',
    file: 'image-process',
    measures,
    onHardened,
    processes: imageProcesses,
    timeLimit: TIME_LIMIT,
    patience,
  });
  const fontPool = processPool<FontTasks>({
    queue: 'fonts',
    file: 'font-process',
    measures,
    onHardened,
    execArgv: ['--max-old-space-size=128'],
    processes: 1,
    timeLimit: TIME_LIMIT,
    patience,
  });
  const { readImage, thumbnail, picture } = imagesOf(imagePool);
  const { readFont, builtinSample, outlines, kerning } = fontsOf(fontPool);
  const tools = drawingTools({ outlines, kerning, picture }, { patience });
  const { threads } = tools;
  const timers = timerRenderer(tools);
  const live = liveRenderer(tools);
  // HTTPS, DNS and the decoders are loaded by the first download, so that a start does not wait for them.
  const openNetwork = async () => {
    const { systemNetwork } = await import('./fetch/checked-request.ts');
    return systemNetwork(allowPrivateFetch);
  };
  const fetcher = fontFetcher(async (url, signal) => {
    const { downloadFont } = await import('./fetch/download-font.ts');
    return downloadFont(url, await openNetwork(), signal);
  });
  const pictures = pictureFetcher(async (request, signal) => {
    const { downloadPicture } = await import('./fetch/download-picture.ts');
    return downloadPicture(request, await openNetwork(), signal);
  }, readImage);
  const documents = documentFetcher(async (url, signal) => {
    const { downloadDocument } = await import('./fetch/download-document.ts');
    const rules = { network: await openNetwork(), allowsHttp: allowPrivateFetch };
    return downloadDocument(url, rules, signal);
  });
  return {
    readImage,
    thumbnail,
    readFont,
    builtinFonts,
    builtinSample,
    fetchFont: fetcher.fetchFont,
    fetchPicture: pictures.fetchPicture,
    fetchDocument: documents.fetchDocument,
    renderTimer: timers.renderTimer,
    checkTimer: timers.checkTimer,
    renderLive: live.renderLive,
    checkLive: live.checkLive,
    transparentPicture: transparentGif,
    metrics: () => [
      ...mediaMetrics(
        { image: imagePool.load(), font: fontPool.load() },
        { timer: timers.gifs.reads, live: live.files.reads },
        {
          gifs: timers.gifs.bytes,
          scenes: threads.sceneBytes,
          live: live.files.bytes,
          pictures: live.pictures.bytes,
        },
        threads.waiting,
      ),
      ...[imagePool, fontPool, threads, fetcher, pictures, documents].flatMap((queue) => queue.metrics()),
    ],
    async close() {
      fetcher.close();
      pictures.close();
      documents.close();
      await Promise.all([imagePool.close(), fontPool.close(), threads.close()]);
    },
  };
}
