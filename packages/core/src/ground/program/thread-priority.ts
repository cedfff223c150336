import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread by `levels` of niceness, so that other threads come first when they compete for a
 * processor. A thread begins with the priority of the thread that started it. Does nothing outside Linux, where all threads
 * of a process have one priority, or where a sandbox forbids it: the thread works as well, only not behind others.
 */
export function lowerPriority(levels: number): void {
  if (process.platform !== 'linux') return;
  try {
    // Relative, because only a privileged process may go below the niceness that it was started with.
    setPriority(Math.min(getPriority() + levels, constants.priority.PRIORITY_LOW));
  } catch {
    // A preference is no reason to fail.
  }
}
