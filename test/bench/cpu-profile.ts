import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { median } from './median.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Functions of an idle thread. */
const IDLE = new Set(['(idle)', '(root)', '(program)']);
/** Stacks that load modules, because the start is not part of the measurement. */
const LOADING = /^node:internal\/(modules|bootstrap)/;
const SHOWN = 20;
/** A sample counts for so many usual ones at most: a thread that waits for a processor is not busy. */
const SAMPLE_MAX = 2;

interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

interface Weights {
  self: Map<string, number>;
  selfByFile: Map<string, number>;
  whole: Map<string, number>;
  busy: number;
}

/** Prints how the threads of a process spent their time, from the profiles that `--cpu-prof` wrote to a folder. */
export function printProfiles(folder: string, requests: number): void {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()) {
    const { self, selfByFile, whole, busy } = weigh(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const thread = file.split('.').at(-3) ?? '';
    console.log(`\nthread ${thread}: ${(busy / requests).toFixed(1)} µs busy for a request`);
    printTop('self, by file', selfByFile, busy);
    printTop('self', self, busy);
    printTop('with callees', whole, busy);
  }
}

function weigh({ nodes, samples, timeDeltas }: CpuProfile): Weights {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const stackOf = (id: number) => {
    const frames = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node !== undefined) frames.push(node.callFrame);
    }
    return frames;
  };
  const self = new Map<string, number>();
  const selfByFile = new Map<string, number>();
  const whole = new Map<string, number>();
  let busy = 0;
  const most = SAMPLE_MAX * median(timeDeltas);
  samples.forEach((id, index) => {
    const node = byId.get(id);
    if (node === undefined || IDLE.has(node.callFrame.functionName)) return;
    const micros = Math.min(most, timeDeltas[index] ?? 0);
    const stack = stackOf(id);
    if (stack.some(({ url }) => LOADING.test(url))) return;
    busy += micros;
    add(self, placeOf(node.callFrame), micros);
    add(selfByFile, fileOf(node.callFrame), micros);
    const places = stack.filter(({ url }) => url.startsWith('file:')).map(placeOf);
    for (const place of new Set(places)) add(whole, place, micros);
  });
  return { self, selfByFile, whole, busy };
}

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

function placeOf(frame: CallFrame): string {
  if (frame.url === '') return frame.functionName;
  return `${frame.functionName || '(anonymous)'} ${fileOf(frame)}:${frame.lineNumber + 1}`;
}

/** Returns the path of a source in the repository or in its package. Functions of V8 have none, so it is their name. */
function fileOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName;
  const file = url.startsWith('file://') ? relative(ROOT, url.slice('file://'.length)) : url;
  return file.replace(/^.*node_modules\//, '');
}

function add(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

function printTop(title: string, weights: Map<string, number>, busy: number): void {
  console.log(`  ${title}`);
  const sorted = [...weights].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  for (const [place, micros] of sorted)
    console.log(`  ${((100 * micros) / busy).toFixed(1).padStart(6)} %  ${place}`);
}
