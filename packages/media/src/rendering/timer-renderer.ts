import { type Caller, type Media, UnavailableError, VitrineError } from '@vitrine/core';
import { type Countdown, createSharedCalls, type TimerScene } from '@vitrine/core/server';
import { withDeadline } from '../deadline.ts';
import { textWarnings } from '../text/text-warnings.ts';
import { namedTexts, readSceneText } from '../timer/layout/timer-text.ts';
import { readInput } from '../timer/scene/read-input.ts';
import type { SceneInput } from '../timer/scene/scene-input.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { FileCache } from './file-cache.ts';
import type { RenderReport, TimerTask } from './render-messages.ts';

/** A GIF with more bytes loads slowly in mail clients. */
const LARGE_GIF = 400 * 1024;

export type TimerRenderer = Pick<Media, 'renderTimer' | 'checkTimer'> & {
  readonly gifs: FileCache<Uint8Array>;
};

/** Creates a renderer that draws countdowns in separate threads, in turns between accounts. */
export function timerRenderer({ sources, threads, store, budget, patience }: DrawingTools): TimerRenderer {
  const gifs = new FileCache<Uint8Array>(budget.gifs, ({ byteLength }) => byteLength);
  const reading = createSharedCalls<SceneInput>();

  /** Returns the input of a scene. Concurrent calls of an account for the same scene read it once. */
  function inputOf(scene: TimerScene, { account, signal }: Caller): Promise<SceneInput> {
    return reading(`${account} ${scene.key}`, signal, (wanted) =>
      readInput(sources, store, scene, { account, signal: wanted }),
    );
  }

  function draw(
    task: 'render' | 'check',
    scene: TimerScene,
    countdown: Countdown,
    caller: Caller,
  ): Promise<RenderReport> {
    const { key } = scene;
    const brief: TimerTask = { task, key, account: caller.account, countdown, input: null };
    const read = (wanted: Caller) => ({
      brief,
      whole: async () => ({ ...brief, input: await inputOf(scene, wanted) }),
    });
    return threads.draw(key, read, caller);
  }

  async function render(scene: TimerScene, countdown: Countdown, caller: Caller): Promise<Uint8Array> {
    const key = `${countdown.secondsLeft} ${countdown.next ?? ''} ${scene.key}`;
    const cached = gifs.find(key);
    if (cached !== null) return cached;
    return inTime(caller, (wanted) =>
      gifs.make(key, wanted, async (maker) => {
        const report = await draw('render', scene, countdown, maker);
        if ('gif' in report) return report.gif;
        throw new VitrineError('internal', 'The timer could not be drawn.');
      }),
    );
  }

  async function check(scene: TimerScene, countdown: Countdown, caller: Caller) {
    const { length: estimatedBytes } = await render(scene, countdown, caller);
    const report = await draw('check', scene, countdown, caller);
    const warnings = [
      ...('warnings' in report ? report.warnings : []),
      ...textWarnings(namedTexts(await readSceneText(store, scene, caller))),
    ];
    if (estimatedBytes > LARGE_GIF) {
      const kilobytes = Math.round(estimatedBytes / 1024);
      warnings.push(`The GIF has ${kilobytes} KB; over 400 KB it loads slowly in mails. Use fewer frames.`);
    }
    return { warnings, estimatedBytes };
  }

  function inTime<Result>(caller: Caller, work: (caller: Caller) => Promise<Result>): Promise<Result> {
    return withDeadline(
      caller,
      patience,
      () => new UnavailableError('The timer was not drawn in time.'),
      work,
    );
  }

  return {
    renderTimer: (scene, countdown, caller) => render(scene, whole(countdown), caller),
    checkTimer: (scene, countdown, caller) =>
      inTime(caller, (wanted) => check(scene, whole(countdown), wanted)),
    gifs,
  };
}

function whole({ secondsLeft, next }: Countdown): Countdown {
  return { secondsLeft: Math.max(0, Math.ceil(secondsLeft)), next };
}
