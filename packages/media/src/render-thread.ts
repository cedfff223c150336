import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ByteSink } from './gif/byte-sink.ts';
import type { RenderReport, RenderRequest, RenderThreadOptions } from './rendering/render-messages.ts';
import { TimerGif } from './timer/drawing/timer-gif.ts';
import { Scene } from './timer/scene/scene.ts';
import { sceneWarnings } from './timer/scene/scene-warnings.ts';

if (parentPort === null) throw new Error('render-thread runs as a worker thread');
const port = parentPort;

const NICENESS = 5;
// On Linux each thread has its own priority. The main thread, which serves all requests, gets a higher one.
if (process.platform === 'linux') setPriority(NICENESS);

const { sceneBytes }: RenderThreadOptions = workerData;
const scenes = new Map<string, TimerGif>();
/** GIFs are written here. One of a size that is rare is not kept for later ones. */
let sink = new ByteSink();
const SINK_BYTES_KEPT = 2 * 1024 * 1024;

port.on('message', (request: RenderRequest) => {
  let report: RenderReport;
  try {
    report = perform(request);
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report = { id: request.id, sceneBytes: evictOldest(), failure };
  }
  port.postMessage(report, 'gif' in report ? [report.gif.buffer] : []);
  if (sink.bytes.length > SINK_BYTES_KEPT) sink = new ByteSink();
});

function perform({ id, task, key, countdown, input }: RenderRequest): RenderReport {
  const timer = scenes.get(key) ?? (input === null ? null : new TimerGif(new Scene(input)));
  if (timer === null) return { id, sceneBytes: evictOldest(), unknown: true };
  scenes.delete(key);
  scenes.set(key, timer);
  const drawn =
    task === 'render'
      ? { gif: timer.render(countdown, sink) }
      : { warnings: sceneWarnings(timer.scene, countdown.secondsLeft) };
  return { id, sceneBytes: evictOldest(), ...drawn };
}

/** Evicts the oldest scenes beyond `sceneBytes`, but never the latest one. Returns the bytes of the others. */
function evictOldest(): number {
  let bytes = scenes.values().reduce((sum, timer) => sum + timer.bytes, 0);
  for (const [key, timer] of scenes) {
    if (bytes <= sceneBytes || scenes.size === 1) break;
    scenes.delete(key);
    bytes -= timer.bytes;
  }
  return bytes;
}
