import { fork } from 'node:child_process';
import { once } from 'node:events';
import { executablePath } from '../console/chromium.ts';
import { benchOptions } from './bench-options.ts';
import type { DrawingWay, DrawOrder, DrawResult } from './images/draw-offers.ts';
import { median } from './median.ts';
import { processTree } from './process-tree.ts';
import { printTable, verdict } from './result-table.ts';

// Draws pictures of 600×200 with a photo, three texts and a shape, with values that were never seen before, one after the
// other: here, by satori with @resvg/resvg-js, and in headless Chromium, in turns, each in a process of its own. Then cached
// ones. `live-openings` opens such pictures over HTTP.

const { quick } = benchOptions();
const ROUNDS = quick ? 3 : 10;
const CACHED = 20_000;

interface Way {
  readonly name: string;
  readonly way: DrawingWay;
  /** Pictures of a turn. */
  readonly count: number;
  /** Until the code is compiled. */
  readonly warmUp: number;
  /** How many times faster ours has to be. Null: any. */
  readonly target: number | null;
}

const CHROMIUM: readonly Way[] = [
  { name: 'Chromium, a page for each', way: 'pages', count: 4, warmUp: 8, target: 30 },
  { name: 'Chromium, one page kept', way: 'page', count: 8, warmUp: 16, target: null },
];
const ways: readonly Way[] = [
  { name: 'ours', way: 'ours', count: 60, warmUp: 400, target: null },
  { name: 'satori and resvg', way: 'satori', count: 12, warmUp: 80, target: 5 },
  ...(executablePath === null ? [] : CHROMIUM),
];

interface Turn {
  /** Drawings a second. */
  readonly rate: number;
  /** Processor time of a drawing in milliseconds, over the process and its children. */
  readonly cpu: number;
}

function start(way: DrawingWay) {
  const child = fork(new URL('./images/draw-offers.ts', import.meta.url), [way], {
    serialization: 'advanced',
  });
  const tree = processTree(child.pid ?? 0);
  const draw = async (order: DrawOrder): Promise<DrawResult> => {
    child.send(order);
    const [result] = (await once(child, 'message')) as [DrawResult];
    return result;
  };
  return {
    draw,
    async turn(count: number): Promise<Turn> {
      const before = tree.cpuSeconds();
      const { milliseconds } = await draw({ count });
      return { rate: (count * 1_000) / milliseconds, cpu: ((tree.cpuSeconds() - before) * 1_000) / count };
    },
    end: () => child.disconnect(),
  };
}

const drawers = new Map(ways.map(({ way }) => [way, start(way)]));
const turns = new Map<DrawingWay, Turn[]>(ways.map(({ way }) => [way, []]));
for (const { way, warmUp } of ways) await drawers.get(way)?.draw({ count: warmUp });
for (let round = 0; round < ROUNDS; round++) {
  for (const { way, count } of ways) {
    const turn = await drawers.get(way)?.turn(count);
    if (turn !== undefined) turns.get(way)?.push(turn);
  }
}
const ours = turns.get('ours') ?? [];
printTable(
  ['drawn by', 'a second', 'CPU ms', 'ours is faster by', 'by CPU', 'target', ''],
  ways.map(({ name, way, target }) => {
    const own = turns.get(way) ?? [];
    const faster = median(own.map(({ rate }, at) => (ours[at]?.rate ?? 0) / rate));
    const cheaper = median(own.map(({ cpu }, at) => cpu / (ours[at]?.cpu ?? 0)));
    return [
      name,
      median(own.map(({ rate }) => rate)).toFixed(1),
      median(own.map(({ cpu }) => cpu)).toFixed(1),
      faster.toFixed(1),
      cheaper.toFixed(1),
      target === null ? '' : `${target}`,
      target === null ? '' : verdict(faster >= target),
    ];
  }),
);

const cached = await drawers.get('ours')?.draw({ count: CACHED, isCached: true });
console.log(`\ncached: ${(((cached?.cpu ?? 0) * 1_000) / CACHED).toFixed(1)} µs of processor time`);
for (const { end } of drawers.values()) end();
