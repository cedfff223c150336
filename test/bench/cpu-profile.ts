import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Functions of an idle thread. */
const IDLE = new Set(['(idle)', '(root)', '(program)']);
/** Stacks that load modules, because the start is not part of the measurement. */
const LOADING = /^node:internal\/(modules|bootstrap)/;
const SHOWN = 20;

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
  whole: Map<string, number>;
  busy: number;
}

/** Prints how the threads of a process spent their time, from the profiles that `--cpu-prof` wrote to a folder. */
export function printProfiles(folder: string, requests: number): void {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()) {
    const { self, whole, busy } = weigh(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const thread = file.split('.').at(-3) ?? '';
    console.log(`\nthread ${thread}: ${(busy / requests).toFixed(1)} µs busy for a request`);
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
  const whole = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, index) => {
    const node = byId.get(id);
    if (node === undefined || IDLE.has(node.callFrame.functionName)) return;
    const micros = timeDeltas[index] ?? 0;
    const stack = stackOf(id);
    if (stack.some(({ url }) => LOADING.test(url))) return;
    busy += micros;
    add(self, placeOf(node.callFrame), micros);
    const places = stack.filter(({ url }) => url.startsWith('file:')).map(placeOf);
    for (const place of new Set(places)) add(whole, place, micros);
  });
  return { self, whole, busy };
}

function placeOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url.startsWith('file://') ? relative(ROOT, url.slice('file://'.length)) : url;
  return `${functionName || '(anonymous)'} ${file.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`;
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
