/**
 * Returns the milliseconds of processor time that this thread has used. A test that bounds what something costs compares
 * them: the time on a clock depends on what else the machine does, and the time of the process on what the threads of other
 * tests do. The bound must be many times the cost, because a processor is slower while its other half works.
 */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
