import { type ChildProcess, fork } from 'node:child_process';
import { entries } from '../entries.ts';
import type { JobReport } from './job-messages.ts';

/** Timeout for loading the code of a process, in milliseconds. */
const START_LIMIT = 20_000;

/**
 * Starts a file in the folder of `create-media` as a child process and waits until it has loaded its code. Returns null
 * if it ended before that, took more than 20 s, or `signal` aborted; it is killed then. The child never keeps this
 * program running.
 *
 * @param program runs Node: Node itself, or a program that replaces itself with it (`exec`), with the same process id.
 */
export async function startChild(
  file: string,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ChildProcess | null> {
  if (signal.aborted) return null;
  const child = fork(entries.url(file), {
    execPath: program,
    execArgv: [...args, ...process.execArgv.filter((argument) => argument.startsWith('--conditions='))],
    env: decoderEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  const isReady = await firstReport(child, signal);
  if (isReady) return child;
  await endChild(child);
  return null;
}

/** Kills a child, which also stops native code, and waits until it has ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.kill('SIGKILL');
  await exited;
}

function firstReport(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isReady: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
      child.off('message', hear).off('exit', fail).off('error', fail);
      // A later error (a failed kill) must not crash this program.
      child.on('error', () => undefined);
      resolve(isReady);
    };
    const fail = () => end(false);
    // `serveJobs` sends the reports.
    const hear = (report: unknown) => end((report as JobReport) === 'ready');
    const timer = setTimeout(fail, START_LIMIT);
    timer.unref();
    signal.addEventListener('abort', fail, { once: true });
    child.on('message', hear).on('exit', fail).on('error', fail);
  });
}

/**
 * Returns the environment of a decoder: the variables that loading libraries needs, and no key or password. Limits the
 * arenas of glibc, which otherwise has one for each thread.
 */
export function decoderEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  const given = Object.entries({ PATH, LD_LIBRARY_PATH, SystemRoot }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' };
}
