/** A stop that did not come to its end in time. What it names goes on, and may keep the process alive. */
export class StopError extends Error {
  override readonly name = 'StopError';
}

/** The steps of a stop, each of which is waited for until a moment of its own: milliseconds after the stages were created. */
export interface StopStages {
  /** Whether `step` has ended by then. @throws what it throws. */
  ends(step: Promise<unknown>, by: number): Promise<boolean>;
  /** Waits for a step that has to end. @param name for the error: `background work`. */
  require(name: string, step: Promise<unknown>, by: number): Promise<void>;
  /** @throws the first error of a required step; else a StopError that names the steps that did not end. */
  throwFaults(): void;
}

export function stopStages(): StopStages {
  const startedAt = performance.now();
  const unended: string[] = [];
  const faults: unknown[] = [];

  async function ends(step: Promise<unknown>, by: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), Math.max(0, startedAt + by - performance.now()));
    try {
      return await Promise.race([step.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    ends,
    async require(name, step, by) {
      try {
        if (!(await ends(step, by))) unended.push(name);
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
