import { readFileSync } from 'node:fs';

/** Milliseconds of a tick, in which Linux counts the time of a process on every architecture. */
const TICK = 10;
/** Places of the ticks in user mode and in the kernel, after the name of the program (`man proc_pid_stat`). */
const [USER, SYSTEM] = [11, 12];

/** Returns the processor time that a running process has had, in milliseconds. Null: the system does not say, as all but Linux. */
export function processorTimeOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in brackets, and may have blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK;
  } catch {
    return null;
  }
}
