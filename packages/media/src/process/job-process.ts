import type { ChildProcess } from 'node:child_process';
import type { JobReport, JobRequest } from './job-messages.ts';
import type { Launcher } from './launcher.ts';
import { endChild } from './start-child.ts';

type Answer = Exclude<JobReport, 'ready'>;

export interface JobProcess {
  /** 'time': the job was still running after `timeLimit` ms; 'crash': the process ended. It is of no more use after either. */
  perform(job: JobRequest, timeLimit: number): Promise<Answer | 'time' | 'crash'>;
  /** Whether the process is gone, by itself or by `end`, or has never come up. */
  hasEnded(): boolean;
  /** Kills the process: decoders in native code stop for nothing else. Resolves when it is gone. */
  end(): Promise<void>;
}

/**
 * A process of its own, so that a decoder can be stopped in the middle and takes nobody's memory, threads or settings with
 * it. It keeps no program running, also not during a job: whoever waits for one does.
 */
export function startJobProcess(launcher: Launcher): JobProcess {
  const ending = new AbortController();
  let settle: ((report: JobReport | 'time' | 'crash') => void) | null = null;
  let gone = false;
  const starting = launcher.start(ending.signal).then(watch);

  function watch(child: ChildProcess | null): ChildProcess | null {
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      gone = true;
      return null;
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
      if (child === null || gone) return 'crash';
      const report = nextReport(timeLimit);
      child.send({ task, input } satisfies JobRequest, () => {});
      const answer = await report;
      return answer === 'ready' ? 'crash' : answer;
    },
    hasEnded: () => gone,
    async end() {
      ending.abort();
      const child = await starting;
      if (child === null || gone) return;
      await endChild(child);
    },
  };
}
