import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ByteSink } from './gif/byte-sink.ts';
import { drawLive } from './live/draw-live.ts';
import { LiveBase } from './live/live-base.ts';
import { MaskCache } from './live/mask-cache.ts';
import type {
  LiveTask,
  RenderReport,
  RenderRequest,
  RenderThreadOptions,
  TimerTask,
} from './rendering/render-messages.ts';
import { TimerGif } from './timer/drawing/timer-gif.ts';
import { Scene } from './timer/scene/scene.ts';
import { sceneWarnings } from './timer/scene/scene-warnings.ts';

if (parentPort === null) throw new Error('render-thread runs as a worker thread');
const port = parentPort;

const { sceneBytes, isReserve }: RenderThreadOptions = workerData;
// On Linux each thread has its own priority. The main thread, which serves all requests, gets a higher one.
if (process.platform === 'linux') setPriority(isReserve ? 2 : 7);

/** What is drawn once: scenes of timers, and bases of live images. */
const scenes = new Map<string, TimerGif | LiveBase>();
const masks = new MaskCache();
/** GIFs are written here. One of a size that is rare is not kept for later ones. */
let sink = new ByteSink();
const SINK_BYTES_KEPT = 2 * 1024 * 1024;

port.on('message', async (request: RenderRequest) => {
  let report: RenderReport;
  try {
    report = await perform(request);
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report = { id: request.id, sceneBytes: evictOldest(), failure };
  }
  port.postMessage(report, 'gif' in report ? [report.gif.buffer] : []);
  if (sink.bytes.length > SINK_BYTES_KEPT) sink = new ByteSink();
});

async function perform(request: RenderRequest): Promise<RenderReport> {
  const drawn = request.task === 'live' ? await performLive(request) : performTimer(request);
  return { id: request.id, sceneBytes: evictOldest(), ...(drawn ?? { unknown: true }) };
}

function performTimer({ task, key, countdown, input }: TimerTask) {
  const timer = latest(key, TimerGif, () => (input === null ? null : new TimerGif(new Scene(input))));
  if (timer === null) return null;
  if (task === 'render') return { gif: timer.render(countdown, sink) };
  return { warnings: sceneWarnings(timer.scene, countdown.secondsLeft) };
}

async function performLive({ key, live, input }: LiveTask) {
  const base = latest(key, LiveBase, () => (input === null ? null : new LiveBase(input, masks)));
  return base === null ? null : { drawn: await drawLive(base.canvas, live, masks, sink) };
}

/** Returns what is cached or made, and marks it as the latest. */
function latest<Kind extends TimerGif | LiveBase>(
  key: string,
  kind: new (...given: never[]) => Kind,
  make: () => Kind | null,
): Kind | null {
  const known = scenes.get(key);
  const found = known instanceof kind ? known : make();
  if (found === null) return null;
  scenes.delete(key);
  scenes.set(key, found);
  return found;
}

/** Evicts the oldest scenes beyond `sceneBytes`, but never the latest one. Returns the bytes of the others. */
function evictOldest(): number {
  let bytes = scenes.values().reduce((sum, scene) => sum + scene.bytes, 0);
  for (const [key, scene] of scenes) {
    if (bytes <= sceneBytes || scenes.size === 1) break;
    scenes.delete(key);
    bytes -= scene.bytes;
  }
  return bytes;
}
