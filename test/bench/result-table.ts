import type { DatabaseName } from './bench-database.ts';
import type { Comparison, Rate } from './comparison.ts';
import type { Operation } from './operations.ts';
import type { FloorName } from './served.ts';

/** Prints rows of text under a heading, with numbers aligned right. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heading.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  console.log(line(heading));
  console.log(
    `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
  );
  for (const row of rows) console.log(line(row));
}

/** Prints comparisons with one of the floors. Processor time is that of the server, and after a plus sign that of its database. */
export function printComparisons(
  database: DatabaseName,
  name: FloorName,
  comparisons: readonly Comparison[],
): void {
  printTable(
    [
      'operation',
      'conns',
      'ours req/s',
      'p99 ms',
      'CPU µs',
      `${name} req/s`,
      'p99 ms',
      'CPU µs',
      'CPU ratio',
      'ratio',
      'target',
      '',
    ],
    comparisons.flatMap(({ operation, connections, ours, floors }) => {
      const floor = floors.find((each) => each.name === name);
      if (floor === undefined) return [];
      const target = targetOf(database, name, operation, connections);
      return [
        [
          operation.name,
          String(connections),
          formatRate(ours.perSecond),
          ours.p99.toFixed(1),
          formatCpu(ours),
          formatRate(floor.perSecond),
          floor.p99.toFixed(1),
          formatCpu(floor),
          (cpuOf(floor) / cpuOf(ours)).toFixed(2),
          floor.ratio.toFixed(2),
          target === null ? '' : String(target),
          target === null ? '' : verdict(floor.ratio >= target),
        ],
      ];
    }),
  );
}

function targetOf(
  database: DatabaseName,
  name: FloorName,
  operation: Operation,
  connections: number,
): number | null {
  if (name === 'lean floor') {
    return database === 'sqlite' && connections > 1 ? (operation.leanTarget ?? null) : null;
  }
  if (operation.targetOnlyConcurrent === database && connections === 1) return null;
  return operation.target?.[database] ?? null;
}

function cpuOf({ cpu, databaseCpu }: Rate): number {
  return cpu + databaseCpu;
}

function formatCpu({ cpu, databaseCpu }: Rate): string {
  return databaseCpu === 0 ? formatRate(cpu) : `${formatRate(cpu)} + ${formatRate(databaseCpu)}`;
}

export function verdict(reached: boolean): string {
  return reached ? 'ok' : 'MISS';
}

function formatRate(rate: number): string {
  return rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en');
}
