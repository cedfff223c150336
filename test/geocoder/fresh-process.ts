import { setImmediate as nextTurn } from 'node:timers/promises';
import { openGeocoder } from '@vitrine/geocoder';
import type { GeocoderMeasurements } from './measure.ts';

// Started by measure.ts: loads the offline geocoder in a process that has done nothing else, and prints its
// measurements.

const ADDRESSES = [
  '1600 Pennsylvania Ave NW, Washington, DC 20500',
  '10 Downing Street, London SW1A 2AA, UK',
  'Friedrichstraße 100, 10117 Berlin',
  'Av. Paulista 1578, São Paulo - SP, Brasil',
  'MG Road, Bangalore, Karnataka 560001, India',
  'San Fransisco, CA',
  'Rua Augusta 100, Lisboa, Portugal',
  'see website for details',
];
const SECONDS = 1;
const MEBIBYTE = 2 ** 20;

const { signal } = new AbortController();
const geocoder = openGeocoder('offline');
globalThis.gc?.();
const before = process.memoryUsage.rss();

const start = performance.now();
const startCpu = cpuMillis();
let isLoading = true;
const loading = geocoder.geocode(ADDRESSES[0] ?? '', { signal }).finally(() => {
  isLoading = false;
});
let longestTurn = 0;
while (isLoading) {
  const turn = performance.now();
  await nextTurn();
  longestTurn = Math.max(longestTurn, performance.now() - turn);
}
await loading;
const loadMillis = performance.now() - start;
const loadCpuMillis = cpuMillis() - startCpu;
const peak = process.resourceUsage().maxRSS * 1024 - before;
globalThis.gc?.();
const kept = process.memoryUsage.rss() - before;

const beforeOthers = cpuMillis();
await geocoder.geocode('東京', { signal });
const otherNamesCpuMillis = cpuMillis() - beforeOthers;
globalThis.gc?.();
const keptWithOtherNames = process.memoryUsage.rss() - before;

let count = 0;
const from = cpuMillis();
while (cpuMillis() - from < SECONDS * 1_000) {
  for (const address of ADDRESSES) await geocoder.geocode(address, { signal });
  count += ADDRESSES.length;
}
const measurements: GeocoderMeasurements = {
  loadMillis,
  loadCpuMillis,
  longestTurnMillis: longestTurn,
  keptMegabytes: kept / MEBIBYTE,
  peakMegabytes: peak / MEBIBYTE,
  otherNamesCpuMillis,
  keptWithOtherNamesMegabytes: keptWithOtherNames / MEBIBYTE,
  addressesPerSecond: (count * 1_000) / (cpuMillis() - from),
};
console.log(JSON.stringify(measurements));

function cpuMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
