/** A shutdown that did not complete in time. The steps it names still run and may keep the process alive. */
export class StopError extends Error {
  override readonly name = 'StopError';
}

/** The steps of a shutdown. Each has a deadline in milliseconds after the stages were created. */
export interface StopStages {
  /** Returns whether the step ends before its deadline. @throws the error of the step. */
  ends(step: Promise<unknown>, deadline: number): Promise<boolean>;
  /**
   * Waits for a step until its deadline. Does not throw: `throwFaults` reports a step that failed or did not end.
   * @param name for the error: `background work`.
   */
  require(name: string, step: Promise<unknown>, deadline: number): Promise<void>;
  /** @throws the first error of a required step, else a StopError that names the required steps that did not end. */
  throwFaults(): void;
}

export function stopStages(): StopStages {
  const startedAt = performance.now();
  const unended: string[] = [];
  const faults: unknown[] = [];

  async function ends(step: Promise<unknown>, deadline: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), Math.max(0, startedAt + deadline - performance.now()));
    try {
      return await Promise.race([step.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    ends,
    async require(name, step, deadline) {
      try {
        if (!(await ends(step, deadline))) unended.push(name);
      } catch (error) {
        faults.push(error);
      }
    },
    throwFaults() {
      if (faults.length > 0) throw faults[0];
      if (unended.length > 0) throw new StopError(`Stopped waiting for ${unended.join(' and ')}.`);
    },
  };
}
