import { type ChildProcess, fork } from 'node:child_process';
import type { JobReport, JobRequest } from './job-messages.ts';

/** Milliseconds for a process to load its code. */
const START_LIMIT = 20_000;

type Answer = Exclude<JobReport, 'ready'>;

export interface JobProcess {
  /** 'time': the job was still running after `timeLimit` ms; 'crash': the process ended. It is of no more use after either. */
  perform(job: JobRequest, timeLimit: number): Promise<Answer | 'time' | 'crash'>;
  /** Whether the process is gone, by itself or by `end`. */
  hasEnded(): boolean;
  /** Kills the process: decoders in native code stop for nothing else. Resolves when it is gone. */
  end(): Promise<void>;
}

/** A process of its own, so that a decoder can be stopped in the middle and takes nobody's memory, threads or settings with it. */
export function startJobProcess(file: string, execArgv: readonly string[]): JobProcess {
  const child = spawn(file, execArgv);
  let settle: ((report: JobReport | 'time' | 'crash') => void) | null = null;
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    const leave = () => {
      gone = true;
      settle?.('crash');
      resolve();
    };
    child.once('exit', leave);
    child.once('error', leave);
  });
  // The other end is `serveJobs`.
  child.on('message', (report) => settle?.(report as JobReport));
  const ready = nextReport(START_LIMIT);
  hold(false);

  /** Whether the process and its channel keep this one running. */
  function hold(on: boolean): void {
    const change = on ? 'ref' : 'unref';
    child[change]();
    child.channel?.[change]();
  }

  function nextReport(limit: number): Promise<JobReport | 'time' | 'crash'> {
    if (gone) return Promise.resolve('crash');
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle?.('time'), limit);
      settle = (report) => {
        clearTimeout(timer);
        settle = null;
        resolve(report);
      };
    });
  }

  return {
    async perform({ task, input }, timeLimit) {
      hold(true);
      if ((await ready) !== 'ready') return 'crash';
      const report = nextReport(timeLimit);
      child.send({ task, input } satisfies JobRequest, () => {});
      const answer = await report;
      hold(false);
      return answer === 'ready' ? 'crash' : answer;
    },
    hasEnded: () => gone,
    async end() {
      if (gone) return;
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function spawn(file: string, execArgv: readonly string[]): ChildProcess {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const folder = extension === 'ts' ? '../' : './';
  return fork(new URL(`${folder}${file}.${extension}`, import.meta.url), {
    execArgv: [...process.execArgv.filter((argument) => argument.startsWith('--conditions=')), ...execArgv],
    env: decoderEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** What finding and loading libraries needs, and no key or password. Fewer arenas: glibc keeps one for each thread. */
function decoderEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  const given = Object.entries({ PATH, LD_LIBRARY_PATH, SystemRoot }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' };
}
