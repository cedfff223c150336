/**
 * Returns the milliseconds of processor time that this process has used with all its threads. A test that bounds what a
 * request costs compares it, because the time on a clock depends on what else the machine does.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
