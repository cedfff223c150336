import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { SliceOrder, SliceResult } from './slice.ts';

/** The sending process. It runs for the whole bench, so that its code is warm for both servers. */
export class Load {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL('./load-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
    });
  }

  /** Runs an order. @throws if any response is not 2xx. */
  async run(order: SliceOrder): Promise<SliceResult> {
    this.#child.send(order);
    const [result] = (await once(this.#child, 'message')) as [SliceResult];
    if (result.problem !== null)
      throw new Error(`${order.operation} at port ${order.port}: ${result.problem}`);
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}
