/**
 * Ends this process at once. `process.exit` waits for all threads, and a thread inside a long SQLite statement does not
 * return. Therefore this replaces the process with another Node that exits with the code. Where that is not possible,
 * it kills the process.
 */
export function endProcess(code: number | string = process.exitCode ?? 0): never {
  try {
    process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${Number(code)})`], {});
  } catch {
    // The system lacks execve or forbids it.
  }
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable: the process was killed');
}
