import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const MODULE = new URL('./thread-priority.ts', import.meta.url);

/** Lowers the priority of a new thread that has a niceness already. Returns its niceness afterwards. */
async function lowered(niceness: number, levels: number): Promise<number> {
  const code = `
    const { getPriority, setPriority } = require('node:os');
    setPriority(${niceness});
    import('${MODULE}').then(({ lowerPriority }) => {
      lowerPriority(${levels});
      require('node:worker_threads').parentPort.postMessage(getPriority());
    });`;
  const [after] = await once(new Worker(code, { eval: true }), 'message');
  return after;
}

test.runIf(process.platform === 'linux')(
  'lowers the priority of one thread, from that which it has, to the lowest',
  async () => {
    const own = getPriority();
    expect(await lowered(own, 7)).toBe(Math.min(own + 7, 19));
    expect(await lowered(own + 3, 7)).toBe(Math.min(own + 10, 19));
    expect(await lowered(19, 7)).toBe(19);
    expect(getPriority()).toBe(own);
  },
);
