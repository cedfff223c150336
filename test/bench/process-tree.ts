import { readdirSync, readFileSync } from 'node:fs';

/** Whether processor time can be read from /proc; else it is NaN. */
const HAS_PROC = process.platform === 'linux';
/** The unit of `times` in /proc, on every Linux that Node supports. */
const TICKS_A_SECOND = 100;

/** Returns the seconds of processor time that a process has used in all of its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  if (!HAS_PROC) return Number.NaN;
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((thread) =>
    Number(readWhileThere(`${threads}/${thread}/schedstat`).split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/** Returns the most resident memory of a process in MB. */
export function peakOf(pid: number | undefined): number {
  if (!HAS_PROC) return Number.NaN;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Returns the processor time of a process and those below it, with threads and processes that have ended. */
export function processTree(pid: number): { cpuSeconds(): number } {
  return {
    cpuSeconds() {
      if (!HAS_PROC) return Number.NaN;
      return childrenOf(pid).reduce((sum, child) => sum + secondsWhileThere(child), secondsOf(pid));
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const text = readWhileThere(`/proc/${pid}/task/${thread}/children`);
    return (text.match(/\d+/g) ?? []).map(Number);
  });
}

/** Returns the time of a process, of its threads and its ended children. */
function secondsOf(pid: number): number {
  // After the name in parentheses the fields are numbered from 3; 14 to 17 are times.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** Returns the content of a file of a thread, which may end at any moment. */
function readWhileThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function secondsWhileThere(pid: number): number {
  try {
    return processTree(pid).cpuSeconds();
  } catch {
    return 0;
  }
}
