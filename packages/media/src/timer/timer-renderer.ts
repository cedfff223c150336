import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Media, type TimerScene, VitrineError } from '@vitrine/core';
import type { RendererLoad } from '../media-figures.ts';
import { GifCache } from './gif-cache.ts';
import { GlyphStore } from './glyph-store.ts';
import { readInput } from './read-input.ts';
import type { RenderReport } from './render-messages.ts';
import { RenderThread } from './render-thread-port.ts';
import type { SceneInput } from './scene-input.ts';
import { textWarnings } from './text-warnings.ts';
import type { TimerSources } from './timer-sources.ts';
import { digitText, labelText } from './timer-text.ts';

/** Of GIFs kept for openings in the same second. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Of drawn scenes, over all threads: some two thousand at 600×150. */
const MAX_SCENE_BYTES = 256 * 1024 * 1024;
/** Bytes from which mail clients and readers are slow with a picture. */
const LARGE_GIF = 400 * 1024;

export interface TimerRenderer extends Pick<Media, 'renderTimer' | 'checkTimer' | 'close'> {
  load(): RendererLoad;
}

/** Draws countdowns in threads of their own, so that nothing else waits for it; each scene always in the same one. */
export function timerRenderer(sources: TimerSources): TimerRenderer {
  const count = Math.max(1, Math.min(4, availableParallelism() - 1));
  const threads = Array.from(
    { length: count },
    () => new RenderThread({ sceneBytes: Math.floor(MAX_SCENE_BYTES / count) }),
  );
  const store = new GlyphStore(sources);
  const gifs = new GifCache(MAX_CACHED_BYTES);
  const inputs = new Map<string, Promise<SceneInput>>();

  /** The input of a scene, made once for all who ask at the same time. */
  function inputOf(scene: TimerScene): Promise<SceneInput> {
    const making = inputs.get(scene.key);
    if (making !== undefined) return making;
    const made = readInput(sources, store, scene).finally(() => inputs.delete(scene.key));
    inputs.set(scene.key, made);
    return made;
  }

  async function ask(
    task: 'render' | 'check',
    scene: TimerScene,
    secondsLeft: number,
  ): Promise<RenderReport> {
    const { key } = scene;
    const thread = threads[threadOf(key, threads.length)] as RenderThread;
    const first = await thread.ask({ task, key, secondsLeft, input: null });
    if (!('unknown' in first)) return first;
    return thread.ask({ task, key, secondsLeft, input: await inputOf(scene) });
  }

  async function render(scene: TimerScene, secondsLeft: number): Promise<Uint8Array> {
    return gifs.get(`${secondsLeft} ${scene.key}`, async () => {
      const report = await ask('render', scene, secondsLeft);
      if ('gif' in report) return report.gif;
      throw new VitrineError('internal', 'The timer could not be drawn.');
    });
  }

  return {
    renderTimer: (scene, secondsLeft) => render(scene, wholeSeconds(secondsLeft)),
    async checkTimer(scene, secondsLeft) {
      const seconds = wholeSeconds(secondsLeft);
      const { length: estimatedBytes } = await render(scene, seconds);
      const report = await ask('check', scene, seconds);
      const warnings = [
        ...('warnings' in report ? report.warnings : []),
        ...textWarnings(await digitText(store, scene), await labelText(store, scene)),
      ];
      if (estimatedBytes > LARGE_GIF) {
        const kilobytes = Math.round(estimatedBytes / 1024);
        warnings.push(
          `The GIF has ${kilobytes} KB; over 400 KB it is slow to load in mails. Fewer frames make it smaller.`,
        );
      }
      return { warnings, estimatedBytes };
    },
    load: () => ({
      waiting: threads.reduce((sum, thread) => sum + thread.waiting, 0),
      cacheHits: gifs.reads.hits,
      cacheMisses: gifs.reads.misses,
    }),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.ceil(seconds));
}

function threadOf(key: string, threads: number): number {
  return createHash('sha256').update(key).digest().readUInt32LE(0) % threads;
}
