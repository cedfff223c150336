import type { Load } from './load/load.ts';
import type { SliceResult } from './load/slice.ts';
import { median, quantile } from './median.ts';
import type { Operation } from './operations.ts';
import type { FloorName } from './served.ts';
import type { FloorSide, Side } from './side.ts';

/**
 * Slices of warm-up before a row is measured. V8 compiles hot functions in separate threads, which take the cores from
 * the servers, so that a shorter warm-up measures ratios that are too low.
 */
const WARM_SLICES = 4;

export interface Rate {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for a request, over all threads. Stable on a busy machine, unlike the rates. */
  readonly cpu: number;
  /** Microseconds of the database's own processes in addition; 0 if it has none. */
  readonly databaseCpu: number;
}

/** A floor beside our server. */
export interface ComparedFloor extends Rate {
  readonly name: FloorName;
  /** Our rate over the floor's: the median over pairs of adjacent slices. */
  readonly ratio: number;
}

export interface Comparison {
  readonly operation: Operation;
  readonly connections: number;
  readonly ours: Rate;
  readonly floors: readonly ComparedFloor[];
  /** The largest share of a core that sending used. */
  readonly loadBusy: number;
}

export interface ComparisonOrder {
  readonly load: Load;
  readonly ours: Side;
  readonly floors: readonly FloorSide[];
  readonly operation: Operation;
  readonly records: number;
  readonly connections: number;
  readonly seconds: number;
  readonly slices: number;
}

/** Measures our server and the floors in turns. */
export async function compare(order: ComparisonOrder): Promise<Comparison> {
  const { load, ours, floors, operation, records, connections, seconds, slices } = order;
  const most = consumedBySlice(order);
  const plan = { operation, records, connections, seconds, most };
  const seen = await runInTurns(load, [...floors, ours], plan, slices);
  const our = seen.at(-1) ?? [];
  return {
    operation,
    connections,
    ours: rateOf(our),
    floors: floors.map(({ name }, i) => {
      const theirs = seen[i] ?? [];
      return { name, ...rateOf(theirs), ratio: ratioOf(our, theirs, perSecond) };
    }),
    loadBusy: Math.max(...seen.flat().map(({ busy }) => busy)),
  };
}

export interface Slice extends SliceResult {
  readonly cpuSeconds: number;
  readonly databaseCpuSeconds: number;
}

interface SlicePlan {
  readonly operation: Operation;
  readonly records: number;
  readonly connections: number;
  readonly seconds: number;
  /** Upper bound of requests. */
  readonly most: number;
}

/**
 * Warms each side up, and runs slices of all of them in turns, so that disturbances of the machine affect all. Returns the
 * slices by side.
 */
export async function runInTurns(
  load: Load,
  sides: readonly Side[],
  plan: SlicePlan,
  slices: number,
): Promise<Slice[][]> {
  for (const side of sides) await runSlice(load, side, { ...plan, seconds: plan.seconds * WARM_SLICES });
  const turns = sides.map((side) => ({ side, seen: [] as Slice[] }));
  for (let slice = 0; slice < slices; slice++) {
    for (const { side, seen } of slice % 2 === 0 ? turns : turns.toReversed())
      seen.push(await runSlice(load, side, plan));
  }
  return turns.map(({ seen }) => seen);
}

/** Returns the median of the ratios over pairs of adjacent slices. */
export function ratioOf(
  ours: readonly Slice[],
  theirs: readonly Slice[],
  of: (slice: Slice) => number,
): number {
  return median(ours.map((slice, i) => of(slice) / of(theirs[i] ?? slice)));
}

/** Sends one operation to a server, continuing at the index where its last slice ended. */
export async function runSlice(load: Load, side: Side, plan: SlicePlan): Promise<Slice> {
  const { operation, records, connections, seconds, most } = plan;
  const { port, key, path } = side.served;
  const first = side.used[operation.name] ?? 0;
  const cpuBefore = side.served.cpuSeconds();
  const databaseBefore = side.served.databaseCpuSeconds();
  const result = await load.run({
    port,
    key,
    path,
    operation: operation.name,
    context: { records, cursors: side.cursors },
    connections,
    milliseconds: seconds * 1000,
    first,
    most,
  });
  side.used[operation.name] = first + result.requests;
  return {
    ...result,
    cpuSeconds: side.served.cpuSeconds() - cpuBefore,
    databaseCpuSeconds: side.served.databaseCpuSeconds() - databaseBefore,
  };
}

/** Returns the number of records that a slice may consume: they are shared among the slices and the warm-up. */
export function consumedBySlice({
  operation: { consumes },
  connections,
  slices,
}: Pick<ComparisonOrder, 'operation' | 'connections' | 'slices'>): number {
  if (consumes === undefined) return Number.MAX_SAFE_INTEGER;
  return Math.floor((connections === 1 ? consumes.alone : consumes.concurrent) / (slices + 1));
}

export function perSecond({ requests, seconds }: SliceResult): number {
  return requests / seconds;
}

export function rateOf(results: readonly Slice[]): Rate {
  const latencies = results.flatMap((result) => Array.from(result.latencies));
  return {
    perSecond: median(results.map(perSecond)),
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    cpu: median(results.map(({ cpuSeconds, requests }) => (cpuSeconds / requests) * 1e6)),
    databaseCpu: median(
      results.map(({ databaseCpuSeconds, requests }) => (databaseCpuSeconds / requests) * 1e6),
    ),
  };
}
