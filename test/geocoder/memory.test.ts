import { expect, test } from 'vitest';
import { measureGeocoder } from './measure.ts';

test('the offline geocoder grows a process by less than 60 MB, at its peak too, and lets others have their turn', async () => {
  const figures = await measureGeocoder();
  console.log(figures);
  expect(figures.peakMegabytes).toBeLessThan(60);
  expect(figures.keptMegabytes).toBeGreaterThan(1);
  // 30 to 50 ms with little else to do, more beside other work: far from what loading it at one go would take.
  expect(figures.longestTurnMillis).toBeLessThan(figures.loadMillis / 2);
});
