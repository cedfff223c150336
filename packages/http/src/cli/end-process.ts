/**
 * Ends this process at once. `process.exit` waits for every thread to come back, which one inside a long statement of SQLite does
 * not do; so the process becomes another program, which only ends with the code. Where that can not be, it is killed.
 */
export function endProcess(code: number | string = process.exitCode ?? 0): never {
  try {
    process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${Number(code)})`], {});
  } catch {
    // A system that has no such call, or forbids it.
  }
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable: the process was killed');
}
