import { type Caller, type Metric, UnavailableError, VitrineError } from '@vitrine/core';
import { activeAccounts, createTurns } from '@vitrine/core/server';
import { closedError } from '../closed-error.ts';
import { PATIENCE, waitAtMost, withDeadline } from '../deadline.ts';
import type { Measure } from './hardening.ts';
import type { Tasks } from './job-messages.ts';
import { type JobLoss, type JobProcess, startJobProcess } from './job-process.ts';
import { createLauncher, type Hardening } from './launcher.ts';
import type { PoolLoad } from './media-metrics.ts';
import { waitingBytes } from './waiting-bytes.ts';

const WAITING_JOBS = 200;
/** Processes beyond `processes`, for accounts without a job in flight. */
const RESERVED = 1;
/** The part of a call's patience that its job may take, so that the caller still waits. */
const PATIENCE_OF_JOB = 0.9;
/** Replaces a process with more resident bytes than this after a job, because allocators return little memory. */
const MEMORY_MAX = 160_000_000;
/** Milliseconds after which an idle process ends, and for which an account is active after a job. */
const IDLE = 60_000;
/** Milliseconds that `close` waits for killed processes to end. */
const CLOSE_LIMIT = 2_000;
/** Seconds after which a caller may try again when the processes don't start. */
const START_RETRY = 60;
const REFUSAL = 'Too many pictures and fonts are waiting.';

type Fault = Extract<JobLoss, 'time' | 'crash'>;

/** The job took too much processor time or crashed its process, which is the fault of its input. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
  readonly reason: Fault;

  constructor(reason: Fault) {
    super(reason === 'time' ? 'The job took too long.' : 'The process has ended.');
    this.reason = reason;
  }
}

export interface ProcessPoolOptions {
  /** Name of its queue of turns, for metrics. */
  readonly queue: 'images' | 'fonts';
  /** File of the process in the folder of `create-media`, without extension. */
  readonly file: 'image-process' | 'font-process';
  readonly execArgv?: readonly string[];
  /**
   * Maximum number of processes. Each runs one job at a time. One more is reserved for accounts without a job in
   * flight.
   */
  readonly processes: number;
  /** Processor time of a job in milliseconds, without its wait and the start of the process. */
  readonly timeLimit: number;
  /** Milliseconds that a call may take. Default: 10,000. */
  readonly patience?: number | undefined;
  /** See `LauncherOptions`. */
  readonly measures?: readonly Measure[] | undefined;
  readonly onHardened?: ((hardening: Hardening) => void) | undefined;
}

/**
 * A pool of processes that run the jobs of `T`, in turns between accounts. They start on demand, one more than that while
 * several accounts are active, and do not keep a program running that waits for no job.
 */
export interface ProcessPool<T extends Tasks<T>> {
  /**
   * Runs a job. If the caller leaves, a waiting job is dropped. A job in flight keeps its turn until it is done,
   * because only killing the process would stop it.
   *
   * @param bytes of the input, which stay in memory while the job waits.
   * @throws JobLostError if the job takes too much processor time or crashes its process.
   * @throws UnavailableError if too much is waiting, for this account or in total, the call takes too long, the machine
   * gives its process too little time, or the pool is closed, or its processes don't start.
   * @throws VitrineError `internal` if the task throws.
   */
  run<K extends keyof T & string>(
    task: K,
    input: Parameters<T[K]>[0],
    bytes: number,
    caller: Caller,
  ): Promise<Awaited<ReturnType<T[K]>>>;
  load(): PoolLoad;
  metrics(): Metric[];
  /** Kills the processes within 2 s. Jobs in flight and waiting jobs fail. */
  close(): Promise<void>;
}

interface Slot {
  process: JobProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

export function processPool<T extends Tasks<T>>(options: ProcessPoolOptions): ProcessPool<T> {
  const { queue, file, execArgv = [], processes, timeLimit, patience = PATIENCE } = options;
  const { measures, onHardened } = options;
  const launcher = createLauncher({ file, execArgv, measures, onHardened });
  const turns = createTurns({
    queue,
    atOnce: processes,
    reserved: RESERVED,
    waiting: WAITING_JOBS,
    refusal: REFUSAL,
  });
  // There are as many slots as turns, so a caller with a turn finds a free slot.
  const slots: Slot[] = Array.from({ length: processes + RESERVED }, () => ({
    process: null,
    busy: false,
    idle: null,
  }));
  const waiting = waitingBytes(REFUSAL);
  const lost: Record<JobLoss, number> = { time: 0, crash: 0, starved: 0, start: 0 };
  const active = activeAccounts(IDLE);
  let closed = false;

  /** Returns a free slot, with a running process if there is one. Null: all are busy. */
  function freeSlot(): Slot | null {
    const free = slots.filter((slot) => !slot.busy);
    return free.find(({ process }) => process !== null) ?? free[0] ?? null;
  }

  /** Returns the process of a slot, which it starts if there is none. */
  function processOf(slot: Slot): JobProcess {
    if (slot.process === null || slot.process.hasEnded()) slot.process = startJobProcess(launcher);
    return slot.process;
  }

  function endWhenIdle(slot: Slot): void {
    if (slot.idle !== null) clearTimeout(slot.idle);
    slot.idle = setTimeout(() => void retire(slot), IDLE).unref();
  }

  /** Keeps a process ready beside the busy ones while accounts share them: starting one takes as long as many jobs. */
  function keepSpare(account: string | null): void {
    active.note(account);
    const spare = active.areSeveral() ? freeSlot() : null;
    if (spare === null) return;
    processOf(spare);
    endWhenIdle(spare);
  }

  async function perform(slot: Slot, task: string, input: unknown): Promise<unknown> {
    slot.busy = true;
    if (slot.idle !== null) clearTimeout(slot.idle);
    const report = await processOf(slot).perform(
      { task, input },
      { timeLimit, patience: patience * PATIENCE_OF_JOB },
    );
    slot.busy = false;
    if (closed) throw closedError();
    if (typeof report === 'string') lost[report]++;
    if (typeof report === 'string' || report.memory > MEMORY_MAX) {
      void retire(slot);
      // The next job finds a process that has loaded its code.
      if (report !== 'start') slot.process = startJobProcess(launcher);
    }
    endWhenIdle(slot);
    if (report === 'start') throw startError(file);
    if (report === 'starved') throw lateError();
    if (typeof report === 'string') throw new JobLostError(report);
    if ('output' in report) return report.output;
    throw new VitrineError('internal', `The task ${task} failed.`, { cause: new Error(report.failure) });
  }

  async function takeTurn(caller: Caller, bytes: number) {
    const held = waiting.hold(caller.account, bytes);
    try {
      return await turns.take(caller);
    } finally {
      held.release();
    }
  }

  async function perTurn(task: string, input: unknown, bytes: number, caller: Caller): Promise<unknown> {
    const turn = await takeTurn(caller, bytes);
    try {
      const slot = freeSlot();
      if (slot === null) throw new Error('There are more turns than processes.');
      const done = perform(slot, task, input);
      keepSpare(caller.account);
      return await done;
    } finally {
      turn.end();
    }
  }

  function retire(slot: Slot): Promise<void> {
    const ended = slot.process?.end();
    slot.process = null;
    return ended ?? Promise.resolve();
  }

  return {
    run(task, input, bytes, caller) {
      const done = withDeadline(caller, patience, lateError, (wanted) => perTurn(task, input, bytes, wanted));
      // The process returns the result of the task with this name.
      return done as Promise<Awaited<ReturnType<T[typeof task]>>>;
    },
    load: () => ({
      waiting: turns.load().waiting,
      waitingBytes: waiting.total(),
      processes: slots.filter(({ process }) => process !== null).length,
      lost: { ...lost },
      hardening: launcher.hardening(),
    }),
    metrics: turns.metrics,
    async close() {
      closed = true;
      turns.close(closedError());
      await waitAtMost(CLOSE_LIMIT, Promise.all([launcher.close(), ...slots.map(retire)]));
    },
  };
}

/** A fault of the installation, which says nothing about the file. Its cause is for the operator. */
function startError(file: string): Error {
  const cause = new Error(
    `The ${file} ended before it was ready. Are the packages of this system installed?`,
  );
  return new UnavailableError("Pictures and fonts can't be read: their process does not start.", {
    cause,
    retryAfterSeconds: START_RETRY,
  });
}

function lateError(): Error {
  return new UnavailableError('The picture or font was not read in time.');
}
