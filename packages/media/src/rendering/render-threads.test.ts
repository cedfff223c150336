import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEST_PATIENCE } from '../../../../test/shared-media.ts';
import type { LiveTask } from './render-messages.ts';
import { type RenderThreads, renderThreads } from './render-threads.ts';

let started = 0;
const count = () => {
  started++;
};
let threads: RenderThreads;

beforeEach(() => {
  started = 0;
  subscribe('worker_threads', count);
  threads = renderThreads(2, { sceneBytes: 1_000_000, patience: TEST_PATIENCE });
});

afterEach(async () => {
  unsubscribe('worker_threads', count);
  await threads.close();
});

/** Asks for a scene that the thread does not have, and does not send it. */
function ask(account: string): Promise<unknown> {
  // Without `input`, the thread reports that it lacks the scene and reads nothing else.
  const brief = { task: 'live', key: 'a scene', input: null } as LiveTask;
  return threads.draw('a scene', () => ({ brief, whole: async () => brief }), { account });
}

test('a thread starts with the first call that needs it, and all of them while several accounts draw', async () => {
  await ask('one');
  await ask('one');
  expect(started).toBe(1);
  await ask('another');
  // Two for all accounts, and the reserve.
  expect(started).toBe(3);
  await ask('one');
  expect(started).toBe(3);
});
