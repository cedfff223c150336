import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { collectAfterStart, collectGarbage, MemoryRelease } from './memory-release.ts';

const MB = 1024 * 1024;

function arrange() {
  const state = { size: 100 * MB, held: 0, utilization: 0 };
  const collect = vi.fn();
  const memory = {
    size: () => state.size,
    held: () => state.held,
    utilization: () => state.utilization,
    collect,
  };
  return { state, collect, release: new MemoryRelease(memory) };
}

test('collects after memory has grown, when the event loop is idle', () => {
  const { state, collect, release } = arrange();
  release.check();
  state.size = 200 * MB;
  state.utilization = 0.5;
  release.check();
  expect(collect).not.toHaveBeenCalled();
  state.utilization = 0.01;
  release.check();
  expect(collect).toHaveBeenCalledTimes(1);
});

test('collects once more when short caches have ended, and not again', () => {
  const { state, collect, release } = arrange();
  state.size = 200 * MB;
  release.check();
  release.check();
  expect(collect).toHaveBeenCalledTimes(1);
  state.utilization = 0.5;
  release.check();
  expect(collect).toHaveBeenCalledTimes(1);
  state.utilization = 0.01;
  for (let checks = 0; checks < 10; checks++) release.check();
  expect(collect).toHaveBeenCalledTimes(2);
});

test('counts growth from the smallest size since the last collection', () => {
  const { state, collect, release } = arrange();
  state.size = 60 * MB;
  release.check();
  state.size = 90 * MB;
  release.check();
  expect(collect).toHaveBeenCalledTimes(1);
});

test('collects again when the requests that held bytes during a collection have ended', () => {
  const { state, collect, release } = arrange();
  state.size = 200 * MB;
  state.held = 48 * MB;
  for (let checks = 0; checks < 10; checks++) release.check();
  expect(collect).toHaveBeenCalledTimes(2);
  state.held = 4 * MB;
  release.check();
  expect(collect).toHaveBeenCalledTimes(3);
});

test('collects after the start of the process, unless it is busy', async () => {
  const collect = vi.fn();
  collectAfterStart(collect);
  const until = performance.now() + 600;
  while (performance.now() < until);
  await wait(10);
  expect(collect).not.toHaveBeenCalled();
  // A machine that has no processor for this test seems busy, too.
  const callsAfterStart = async () => {
    collectAfterStart(collect);
    await wait(600);
    return collect.mock.calls.length;
  };
  await expect.poll(callsAfterStart).toBe(1);
});

test('collects what the process no longer uses', async () => {
  const held = new WeakRef({ some: 'object' });
  // A WeakRef keeps its target until the end of the turn.
  await wait(10);
  collectGarbage();
  expect(held.deref()).toBeUndefined();
});
