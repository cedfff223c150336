import { measureGeocoder } from '../geocoder/measure.ts';
import { median } from './median.ts';
import { printTable, verdict } from './result-table.ts';

// Measures the offline geocoder in consecutive fresh processes, and prints medians.

const RUNS = 5;
const TARGET_MEGABYTES = 60;

const runs = [];
for (let run = 0; run < RUNS; run++) runs.push(await measureGeocoder());

const peak = median(runs.map(({ peakMegabytes }) => peakMegabytes));
const rows: readonly (readonly [string, number, string])[] = [
  ['load, ms of processor time', median(runs.map(({ loadCpuMillis }) => loadCpuMillis)), ''],
  ['load, ms', median(runs.map(({ loadMillis }) => loadMillis)), ''],
  ['longest turn meanwhile, ms', median(runs.map(({ longestTurnMillis }) => longestTurnMillis)), ''],
  ['memory kept, MB', median(runs.map(({ keptMegabytes }) => keptMegabytes)), ''],
  ['load of other names, ms of processor time', median(runs.map((run) => run.otherNamesCpuMillis)), ''],
  ['memory kept with other names, MB', median(runs.map((run) => run.keptWithOtherNamesMegabytes)), ''],
  ['memory at its peak, MB', peak, `< ${TARGET_MEGABYTES} ${verdict(peak < TARGET_MEGABYTES)}`],
  [
    'addresses a second of processor time',
    median(runs.map(({ addressesPerSecond }) => addressesPerSecond)),
    '',
  ],
];
printTable(
  ['offline geocoder', '', 'target'],
  rows.map(([name, value, target]) => [name, Math.round(value).toLocaleString('en'), target]),
);
