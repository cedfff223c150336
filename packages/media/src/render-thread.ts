import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '@vitrine/core/node';
import { SharedCache } from '@vitrine/core/server';
import { ByteSink } from './gif/byte-sink.ts';
import { drawLive } from './live/draw-live.ts';
import { LiveBase } from './live/painting/live-base.ts';
import { MaskCache } from './live/painting/mask-cache.ts';
import { ScratchCanvas } from './paint/scratch-canvas.ts';
import type {
  LiveTask,
  RenderReport,
  RenderRequest,
  RenderTask,
  RenderThreadOptions,
  TimerTask,
} from './rendering/render-messages.ts';
import { TimerGif } from './timer/drawing/timer-gif.ts';
import { Scene } from './timer/scene/scene.ts';
import { sceneWarnings } from './timer/scene/scene-warnings.ts';

if (parentPort === null) throw new Error('render-thread runs as a worker thread');
const port = parentPort;

const NICENESS = { shared: 7, reserve: 2 };
const { sceneBytes, isReserve }: RenderThreadOptions = workerData;
// The main thread, which serves all requests, has precedence.
lowerPriority(isReserve ? NICENESS.reserve : NICENESS.shared);

/** What is drawn once: scenes of timers, and bases of live images. */
const scenes = new SharedCache<TimerGif | LiveBase>(sceneBytes);
const masks = new MaskCache();
/** GIFs are written here. One of a size that is rare is not kept for later ones. */
let sink = new ByteSink();
const SINK_BYTES_KEPT = 2 * 1024 * 1024;
const scratch = new ScratchCanvas();

port.on('message', async (request: RenderRequest) => {
  let report: RenderReport;
  try {
    report = await perform(request);
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report = { id: request.id, sceneBytes: scenes.bytes, failure };
  }
  port.postMessage(report, 'gif' in report ? [report.gif.buffer] : []);
  if (sink.bytes.length > SINK_BYTES_KEPT) sink = new ByteSink();
});

async function perform(request: RenderRequest): Promise<RenderReport> {
  const drawn = request.task === 'live' ? await performLive(request) : performTimer(request);
  return { id: request.id, sceneBytes: scenes.bytes, ...(drawn ?? { unknown: true }) };
}

function performTimer(task: TimerTask) {
  const { input, countdown } = task;
  const timer = cached(task, TimerGif) ?? (input === null ? null : new TimerGif(new Scene(input)));
  if (timer === null) return null;
  const drawn =
    task.task === 'render'
      ? { gif: timer.render(countdown, sink) }
      : { warnings: sceneWarnings(timer.scene, countdown.secondsLeft) };
  keep(task, timer);
  return drawn;
}

async function performLive(task: LiveTask) {
  const { live, input } = task;
  const own = masks.of(task.account);
  const base = cached(task, LiveBase) ?? (input === null ? null : new LiveBase(input, own));
  if (base === null) return null;
  keep(task, base);
  return { drawn: await drawLive(base.canvas, live, own, { sink, scratch }) };
}

function cached<Kind extends TimerGif | LiveBase>(
  { key }: RenderTask,
  kind: new (...given: never[]) => Kind,
): Kind | null {
  const known = scenes.get(key);
  return known instanceof kind ? known : null;
}

/** Keeps a scene with what it has grown to. One that exceeds the cache is kept if there is no other. */
function keep({ key, account }: RenderTask, scene: TimerGif | LiveBase): void {
  scenes.set(key, scene, { account, bytes: Math.min(scene.bytes, sceneBytes) });
}
