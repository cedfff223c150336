import { type ChildProcess, fork } from 'node:child_process';
import type { JobReport } from './job-messages.ts';

/** Milliseconds for a process to load its code. */
const START_LIMIT = 20_000;

/**
 * Starts a file beside `create-media` as a process of its own and waits until it has loaded its code. It keeps this program
 * running neither now nor later. Null: it ended before, took over 20 s, or `signal` aborted; then it is killed.
 *
 * @param program runs Node in the end: Node itself, or a program that starts it in its own place, under the same process id.
 */
export async function startChild(
  file: string,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ChildProcess | null> {
  if (signal.aborted) return null;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const folder = extension === 'ts' ? '../' : './';
  const child = fork(new URL(`${folder}${file}.${extension}`, import.meta.url), {
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

/** Kills a child, which stops native code too, and waits until it is gone. */
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
      // An error that comes later (a kill that fails) must not end this program.
      child.on('error', () => undefined);
      resolve(isReady);
    };
    const fail = () => end(false);
    // The other end is `serveJobs`.
    const hear = (report: unknown) => end((report as JobReport) === 'ready');
    const timer = setTimeout(fail, START_LIMIT);
    timer.unref();
    signal.addEventListener('abort', fail, { once: true });
    child.on('message', hear).on('exit', fail).on('error', fail);
  });
}

/** What finding and loading libraries needs, and no key or password. Fewer arenas: glibc keeps one for each thread. */
export function decoderEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  const given = Object.entries({ PATH, LD_LIBRARY_PATH, SystemRoot }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' };
}
