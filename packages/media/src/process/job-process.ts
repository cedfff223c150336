import type { ChildProcess } from 'node:child_process';
import type { JobReport, JobRequest } from './job-messages.ts';
import type { Launcher } from './launcher.ts';
import { processorTimeOf } from './processor-time.ts';
import { endChild } from './start-child.ts';

type JobResult = Exclude<JobReport, 'ready'>;
type LostReport = Exclude<JobLoss, 'start'>;

/**
 * Why a job has no result. `time` and `crash` are the fault of its input: it takes too much processor time, or the process
 * fails at it. `starved`: the machine gave the process too little time, or something else killed it. `start`: the process
 * has never loaded its code.
 */
export type JobLoss = 'time' | 'crash' | 'starved' | 'start';

/** The time that a job may take, in milliseconds. */
export interface JobLimits {
  /** Of the processor. */
  readonly timeLimit: number;
  /** On the clock, because other programs use the machine, too. */
  readonly patience: number;
}

/** What kills a process from outside: a person, a service manager, the kernel when memory is short. */
const KILLS = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

export interface JobProcess {
  /**
   * Runs a job. Returns `time` if it still runs after its processor time, and `starved` if it gets less than that while
   * there is patience. Where the system does not count processor time, the clock decides. The process can't be used after a
   * loss.
   */
  perform(job: JobRequest, limits: JobLimits): Promise<JobResult | JobLoss>;
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
  let settle: ((report: JobReport | LostReport) => void) | null = null;
  let gone = false;
  const starting = launcher.start(stopped.signal).then(watch);

  function watch(child: ChildProcess | null): ChildProcess | null {
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      gone = true;
      return child;
    }
    child.once('exit', (_code, signal) => {
      gone = true;
      settle?.(KILLS.has(signal) ? 'starved' : 'crash');
    });
    child.on('message', (report) => settle?.(report as JobReport));
    return child;
  }

  function nextReport(pid: number, { timeLimit, patience }: JobLimits): Promise<JobReport | LostReport> {
    const before = processorTimeOf(pid);
    const endsAt = performance.now() + patience;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      const wait = (milliseconds: number) => {
        timer = setTimeout(check, Math.max(1, milliseconds)).unref();
      };
      const check = () => {
        const now = processorTimeOf(pid);
        const left = before === null || now === null ? 0 : timeLimit - (now - before);
        const waits = endsAt - performance.now();
        if (left > 0 && waits > 0) wait(Math.min(left, waits));
        else settle?.(left > 0 ? 'starved' : 'time');
      };
      wait(Math.min(timeLimit, patience));
      settle = (report) => {
        clearTimeout(timer);
        settle = null;
        resolve(report);
      };
    });
  }

  return {
    async perform({ task, input }, limits) {
      const child = await starting;
      if (child?.pid === undefined) return 'start';
      // It has ended before it got the job.
      if (gone) return 'starved';
      const report = nextReport(child.pid, limits);
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
