import { UnavailableError, VitrineError } from '@vitrine/core';
import type { PoolLoad } from '../media-figures.ts';
import type { Tasks } from './job-messages.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';

/** Jobs that wait hold their bytes in memory, so these are bounded besides their number. */
const QUEUED_JOBS = 200;
const QUEUED_BYTES = 200_000_000;
/** A process that holds more than this after a job is replaced: allocators give little back. */
const MEMORY_KEPT = 160_000_000;
/** A process with nothing to do ends after so many milliseconds. */
const IDLE = 60_000;

/** The process was ended in the middle of a job: it took too long, or brought the process down. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
  readonly reason: 'time' | 'crash';

  constructor(reason: 'time' | 'crash') {
    super(reason === 'time' ? 'The job took too long.' : 'The process has ended.');
    this.reason = reason;
  }
}

export interface ProcessPoolOptions {
  /** The file of the process, beside `create-media`, without its extension. */
  readonly file: 'image-process' | 'font-process';
  readonly execArgv?: readonly string[];
  /** At most so many at once, each with one job at a time. They are started as they are needed. */
  readonly processes: number;
  /** Milliseconds that a job may take, not counting its wait and the start of the process. */
  readonly timeLimit: number;
}

/** Processes that do the jobs of `T`. They keep no one alive: a program with nothing else to do ends. */
export interface ProcessPool<T extends Tasks<T>> {
  /**
   * @throws JobLostError when the job took too long or ended its process.
   * @throws UnavailableError when too much is waiting.
   * @throws VitrineError `internal` when the task threw, or the pool is closed.
   */
  run<K extends keyof T & string>(
    task: K,
    input: Parameters<T[K]>[0],
    bytes: number,
  ): Promise<Awaited<ReturnType<T[K]>>>;
  load(): PoolLoad;
  /** Ends the processes. Jobs under way and waiting fail. */
  close(): Promise<void>;
}

interface Job {
  readonly task: string;
  readonly input: unknown;
  readonly bytes: number;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

interface Slot {
  process: JobProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

export function processPool<T extends Tasks<T>>(options: ProcessPoolOptions): ProcessPool<T> {
  const slots: Slot[] = Array.from({ length: options.processes }, () => ({
    process: null,
    busy: false,
    idle: null,
  }));
  const waiting: Job[] = [];
  let waitingBytes = 0;
  const lost = { time: 0, crash: 0 };
  let closed = false;

  function next(): void {
    const slot = freeSlot();
    const job = slot === undefined ? undefined : waiting.shift();
    if (slot === undefined || job === undefined) return;
    waitingBytes -= job.bytes;
    void perform(slot, job).finally(next);
  }

  /** One with a process that is warm, if there is one. */
  function freeSlot(): Slot | undefined {
    const free = slots.filter((slot) => !slot.busy);
    return free.find((slot) => slot.process !== null) ?? free[0];
  }

  async function perform(slot: Slot, job: Job): Promise<void> {
    slot.busy = true;
    if (slot.idle !== null) clearTimeout(slot.idle);
    if (slot.process === null || slot.process.hasEnded()) slot.process = start();
    const report = await slot.process.perform(job, options.timeLimit);
    slot.busy = false;
    if (typeof report === 'string') lost[report]++;
    if (typeof report === 'string' || report.memory > MEMORY_KEPT) void retire(slot);
    if (!closed) {
      // Another one is warm when the next job comes.
      slot.process ??= start();
      slot.idle = setTimeout(() => void retire(slot), IDLE).unref();
    }
    if (closed) job.reject(closedError());
    else if (typeof report === 'string') job.reject(new JobLostError(report));
    else if ('output' in report) job.resolve(report.output);
    else
      job.reject(
        new VitrineError('internal', `The task ${job.task} failed.`, { cause: new Error(report.failure) }),
      );
  }

  function start(): JobProcess {
    return startJobProcess(options.file, options.execArgv ?? []);
  }

  function retire(slot: Slot): Promise<void> {
    const ended = slot.process?.end();
    slot.process = null;
    return ended ?? Promise.resolve();
  }

  return {
    run(task, input, bytes) {
      if (closed) return Promise.reject(closedError());
      if (waiting.length >= QUEUED_JOBS || (waiting.length > 0 && waitingBytes + bytes > QUEUED_BYTES)) {
        return Promise.reject(new UnavailableError('Too many pictures and fonts are waiting.'));
      }
      return new Promise((resolve, reject) => {
        // The process answers with what the task of this name returns.
        waiting.push({ task, input, bytes, resolve: resolve as (output: unknown) => void, reject });
        waitingBytes += bytes;
        next();
      });
    },
    load: () => ({
      waiting: waiting.length,
      waitingBytes,
      processes: slots.filter(({ process }) => process !== null).length,
      lost: { ...lost },
    }),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(closedError());
      await Promise.all(slots.map(retire));
    },
  };
}

function closedError(): VitrineError {
  return new VitrineError('internal', 'The media engine is closed.');
}
