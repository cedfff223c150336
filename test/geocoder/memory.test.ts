import { expect, test } from 'vitest';
import { measureGeocoder } from './measure.ts';

test('the offline geocoder needs less than 80 MB at its peak, less than 100 MB with names in other scripts, and does not block the event loop while it loads', async () => {
  const measurements = await measureGeocoder();
  console.log(measurements);
  // 56 to 67 MB: the more threads wait for a core, the later garbage is collected.
  expect(measurements.peakMegabytes).toBeLessThan(80);
  expect(measurements.keptMegabytes).toBeGreaterThan(1);
  expect(measurements.keptWithOtherNamesMegabytes).toBeLessThan(100);
  // The absolute time depends on other load of the machine; loading in one step would take the whole of loadMillis.
  expect(measurements.longestTurnMillis).toBeLessThan(measurements.loadMillis / 2);
});
