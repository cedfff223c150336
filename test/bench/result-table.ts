import type { DatabaseName } from './bench-database.ts';
import type { Comparison, Rate } from './comparison.ts';

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

/** Prints comparisons. Processor time is that of the server, and after a plus sign that of its database. */
export function printComparisons(database: DatabaseName, comparisons: readonly Comparison[]): void {
  printTable(
    [
      'operation',
      'conns',
      'ours req/s',
      'p99 ms',
      'CPU µs',
      'floor req/s',
      'p99 ms',
      'CPU µs',
      'CPU ratio',
      'ratio',
      'target',
      '',
    ],
    comparisons.map((comparison) => {
      const { operation, connections, ours, floor, ratio } = comparison;
      const target = targetOf(database, comparison);
      return [
        operation.name,
        String(connections),
        formatRate(ours.perSecond),
        ours.p99.toFixed(1),
        formatCpu(ours),
        formatRate(floor.perSecond),
        floor.p99.toFixed(1),
        formatCpu(floor),
        (cpuOf(floor) / cpuOf(ours)).toFixed(2),
        ratio.toFixed(2),
        target === null ? '' : target.toFixed(1),
        target === null ? '' : verdict(ratio >= target),
      ];
    }),
  );
}

function targetOf(database: DatabaseName, { operation, connections }: Comparison): number | null {
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
