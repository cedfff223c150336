import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly words: readonly string[];
  /** Shorter and fewer slices, fewer records, 32 connections only: for a quick check, not for quotable results. */
  readonly quick: boolean;
  /** Parts of the names of the operations to measure; empty for all. */
  readonly only: readonly string[];
  /** Writes `--cpu-prof` profiles of our server for the operations of `--only` and prints the dominant functions. */
  readonly profile: boolean;
  /** Measures the floor against itself, to show by how much a ratio deviates from 1 by chance. */
  readonly noise: boolean;
  readonly records: number;
  /** Seconds of a slice. */
  readonly slice: number;
  /** Draws the growth of columns (`columns.bench.ts`) and measures nothing else. */
  readonly plot: boolean;
  /**
   * The folder in which `columns` keeps its databases and results on SQLite, so that a run continues where another has
   * ended. Null: they are removed.
   */
  readonly keep: string | null;
  /** The folder of another checkout, with which `storage-writes` compares. Null: none. */
  readonly before: string | null;
  /** The numbers of connections to measure. Null: 1 and 32, or 32 with `quick`. */
  readonly connections: readonly number[] | null;
  /** Slices of each side in a row. */
  readonly slices: number;
}

/**
 * `pnpm bench [word…] [--quick] [--only get,list] [--records 100000] [--slices 10] [--seconds 0.6] [--connections 32] [--profile] [--noise] [--plot] [--keep folder] [--before folder]`
 *
 * @throws if an option is unknown.
 */
export function benchOptions(): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      profile: { type: 'boolean', default: false },
      noise: { type: 'boolean', default: false },
      plot: { type: 'boolean', default: false },
      records: { type: 'string' },
      keep: { type: 'string' },
      before: { type: 'string' },
      slices: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
    },
  });
  const { quick, profile, noise, plot } = values;
  return {
    words: plot ? ['columns-sqlite'] : positionals,
    plot,
    keep: values.keep ?? null,
    before: values.before ?? null,
    connections: values.connections === undefined ? null : values.connections.split(',').map(Number),
    quick,
    profile,
    noise,
    only: values.only.split(',').filter((word) => word !== ''),
    records: Number(values.records ?? (quick ? 80_000 : 100_000)),
    slice: Number(values.seconds ?? (quick ? 0.1 : 0.6)),
    slices: Number(values.slices ?? (quick ? 2 : 10)),
  };
}
