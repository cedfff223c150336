import type { ChildProcess } from 'node:child_process';
import type { JobReport, JobRequest } from './job-messages.ts';
import type { Launcher } from './launcher.ts';
import { endChild } from './start-child.ts';

type JobResult = Exclude<JobReport, 'ready'>;

/** Why a job has no result. */
export type JobLoss = 'time' | 'crash' | 'start';

export interface JobProcess {
  /**
   * Runs a job. Returns `time` if it still runs after `timeLimit` ms, `crash` if the process has ended, and `start` if it
   * has never loaded its code. The process can't be used after any of these.
   */
  perform(job: JobRequest, timeLimit: number): Promise<JobResult | JobLoss>;
  /** Returns whether the process has ended or never started. */
  hasEnded(): boolean;
  /** Kills the process, because nothing else stops a decoder in native code. Resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * Starts a process for decoders, which can be killed during a job and shares no memory, threads or settings with this
 * one. It does not keep this program running, not even during a job: the caller that waits for the job does.
 */
export function startJobProcess(launcher: Launcher): JobProcess {
  const stopped = new AbortController();
  let settle: ((report: JobReport | 'time' | 'crash') => void) | null = null;
  let gone = false;
  const starting = launcher.start(stopped.signal).then(watch);

  function watch(child: ChildProcess | null): ChildProcess | null {
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      gone = true;
      return child;
    }
    child.once('exit', () => {
      gone = true;
      settle?.('crash');
    });
    child.on('message', (report) => settle?.(report as JobReport));
    return child;
  }

  function nextReport(limit: number): Promise<JobReport | 'time' | 'crash'> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle?.('time'), limit);
      timer.unref();
      settle = (report) => {
        clearTimeout(timer);
        settle = null;
        resolve(report);
      };
    });
  }

  return {
    async perform({ task, input }, timeLimit) {
      const child = await starting;
      if (child === null) return 'start';
      if (gone) return 'crash';
      const report = nextReport(timeLimit);
      child.send({ task, input } satisfies JobRequest, () => {});
      const result = await report;
      return result === 'ready' ? 'crash' : result;
    },
    hasEnded: () => gone,
    async end() {
      stopped.abort();
      const child = await starting;
      if (child === null || gone) return;
      await endChild(child);
    },
  };
}
