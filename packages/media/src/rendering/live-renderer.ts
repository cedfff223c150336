import { type Caller, type Media, UnavailableError, VitrineError } from '@vitrine/core';
import type { DrawnLive, LiveScene } from '@vitrine/core/server';
import { withDeadline } from '../deadline.ts';
import { liveWarnings } from '../live/reading/live-warnings.ts';
import { PictureCache } from '../live/reading/picture-cache.ts';
import { baseKeyOf, readBase, readLive } from '../live/reading/read-live.ts';
import { type LiveText, readLiveText } from '../live/reading/text-part.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { FileCache } from './file-cache.ts';
import type { LiveTask } from './render-messages.ts';

/** A file with more bytes loads slowly in mail clients. */
const LARGE_FILE = 400 * 1024;
/** Bytes of a cached file besides its content. */
const OVERHEAD = 200;

export type LiveRenderer = Pick<Media, 'renderLive' | 'checkLive'> & {
  readonly files: FileCache<DrawnLive>;
  readonly pictures: PictureCache;
};

/** Creates a renderer that draws live images in the threads of timers. */
export function liveRenderer({ sources, threads, store, budget, patience }: DrawingTools): LiveRenderer {
  const files = new FileCache<DrawnLive>(budget.live, ({ bytes }) => bytes.length + OVERHEAD);
  const pictures = new PictureCache(sources.picture, budget.pictures);
  const reader = { sources, store, pictures };

  async function draw(scene: LiveScene, caller: Caller): Promise<DrawnLive> {
    const key = baseKeyOf(scene);
    const report = await threads.draw(
      key,
      async (wanted) => {
        const brief: LiveTask = {
          task: 'live',
          key,
          account: wanted.account,
          live: await readLive(reader, scene, wanted),
          input: null,
        };
        return { brief, whole: async () => ({ ...brief, input: await readBase(reader, scene, wanted) }) };
      },
      caller,
    );
    if ('drawn' in report) return report.drawn;
    throw new VitrineError('internal', 'The live image could not be drawn.');
  }

  /** Draws a scene, or returns its cached file. */
  function render(scene: LiveScene, caller: Caller): Promise<DrawnLive> {
    const { key, isOfSecond } = fileKeyOf(scene);
    const cached = files.find(key);
    if (cached !== null) return Promise.resolve(cached);
    return files.make(
      key,
      caller,
      (maker) => withDeadline(maker, patience, lateError, (wanted) => draw(scene, wanted)),
      isOfSecond,
    );
  }

  async function check(scene: LiveScene, caller: Caller) {
    const { bytes } = await render(scene, caller);
    const texts = new Map<string, LiveText>();
    for (const layer of scene.layers)
      if (layer.type === 'text') texts.set(layer.name, await readLiveText(store, scene, layer, caller));
    const warnings = liveWarnings(scene, texts);
    if (bytes.length > LARGE_FILE) {
      const kilobytes = Math.round(bytes.length / 1024);
      warnings.push(`The picture has ${kilobytes} KB; over 400 KB it loads slowly in mails.`);
    }
    return { warnings, estimatedBytes: bytes.length };
  }

  return {
    renderLive: render,
    checkLive: (scene, caller) => withDeadline(caller, patience, lateError, (wanted) => check(scene, wanted)),
    files,
    pictures,
  };
}

function lateError(): Error {
  return new UnavailableError('The live image was not drawn in time.');
}

/** Returns the key of a file. A picture with timers depends on the second. */
function fileKeyOf({ key, layers }: LiveScene): { readonly key: string; readonly isOfSecond: boolean } {
  const seconds = layers.flatMap((layer) =>
    layer.type === 'timer' ? [`${layer.countdown.secondsLeft} ${layer.countdown.next ?? ''}`] : [],
  );
  return { key: [key, ...seconds].join('|'), isOfSecond: seconds.length > 0 };
}
