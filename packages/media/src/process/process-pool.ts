import { type Caller, createTurns, type Figure, UnavailableError, VitrineError } from '@vitrine/core';
import { waitAtMost, withDeadline } from '../deadline.ts';
import type { PoolLoad } from '../media-figures.ts';
import type { Measure } from './hardening.ts';
import type { Tasks } from './job-messages.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';
import { createLauncher, type Hardening } from './launcher.ts';
import { waitingBytes } from './waiting-bytes.ts';

const WAITING_JOBS = 200;
/** Processes beyond `processes`, for accounts that have no job under way. */
const RESERVED = 1;
/** Milliseconds for a call in all: its wait, the start of a process, the job. */
const CALL_LIMIT = 10_000;
/** A process that holds more than this after a job is replaced: allocators give little back. */
const MEMORY_KEPT = 160_000_000;
/** A process with nothing to do ends after so many milliseconds. */
const IDLE = 60_000;
/** Milliseconds that `close` waits for killed processes to be gone. */
const CLOSE_LIMIT = 2_000;
const REFUSAL = 'Too many pictures and fonts are waiting.';

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
  /** Names its queue of turns. */
  readonly queue: 'images' | 'fonts';
  /** The file of the process, beside `create-media`, without its extension. */
  readonly file: 'image-process' | 'font-process';
  readonly execArgv?: readonly string[];
  /** At most so many at once, each with one job at a time, and one more for accounts that have no job under way. */
  readonly processes: number;
  /** Milliseconds that a job may take, not counting its wait and the start of the process. */
  readonly timeLimit: number;
  /** See `LauncherOptions`. */
  readonly measures?: readonly Measure[] | undefined;
  readonly onHardened?: ((hardening: Hardening) => void) | undefined;
}

/**
 * Processes that do the jobs of `T`, in turns between accounts. They start as they are needed and keep no program running
 * that waits for none of their jobs.
 */
export interface ProcessPool<T extends Tasks<T>> {
  /**
   * Does one job. When the caller leaves while the job waits, it is dropped; a job under way finishes, since ending it
   * would cost its process, and its turn is held until then.
   *
   * @param bytes of the input, which are held while the job waits.
   * @throws JobLostError when the job took too long or ended its process.
   * @throws UnavailableError when too much is waiting, of this account or of all, or the call is not done after 10 s.
   * @throws VitrineError `internal` when the task threw, or the pool is closed.
   */
  run<K extends keyof T & string>(
    task: K,
    input: Parameters<T[K]>[0],
    bytes: number,
    caller: Caller,
  ): Promise<Awaited<ReturnType<T[K]>>>;
  load(): PoolLoad;
  figures(): Figure[];
  /** Ends the processes, within 2 s. Jobs under way and waiting fail. */
  close(): Promise<void>;
}

interface Slot {
  process: JobProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

export function processPool<T extends Tasks<T>>(options: ProcessPoolOptions): ProcessPool<T> {
  const { queue, file, execArgv = [], processes, timeLimit, measures, onHardened } = options;
  const launcher = createLauncher({ file, execArgv, measures, onHardened });
  const turns = createTurns({
    queue,
    atOnce: processes,
    reserved: RESERVED,
    waiting: WAITING_JOBS,
    refusal: REFUSAL,
  });
  // As many as there are turns, so whoever has a turn finds a free one.
  const slots: Slot[] = Array.from({ length: processes + RESERVED }, () => ({
    process: null,
    busy: false,
    idle: null,
  }));
  const waiting = waitingBytes(REFUSAL);
  const lost = { time: 0, crash: 0 };
  let closed = false;

  /** One with a process that is warm, if there is one. */
  function freeSlot(): Slot {
    const free = slots.filter((slot) => !slot.busy);
    const slot = free.find(({ process }) => process !== null) ?? free[0];
    if (slot === undefined) throw new Error('There are more turns than processes.');
    return slot;
  }

  async function perform(slot: Slot, task: string, input: unknown): Promise<unknown> {
    slot.busy = true;
    if (slot.idle !== null) clearTimeout(slot.idle);
    if (slot.process === null || slot.process.hasEnded()) slot.process = startJobProcess(launcher);
    const report = await slot.process.perform({ task, input }, timeLimit);
    slot.busy = false;
    if (closed) throw closedError();
    if (typeof report === 'string') lost[report]++;
    if (typeof report === 'string' || report.memory > MEMORY_KEPT) {
      void retire(slot);
      // Another one is warm when the next job comes.
      slot.process = startJobProcess(launcher);
    }
    slot.idle = setTimeout(() => void retire(slot), IDLE).unref();
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
      return await perform(freeSlot(), task, input);
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
      const done = withDeadline(caller, CALL_LIMIT, lateError, (wanted) =>
        perTurn(task, input, bytes, wanted),
      );
      // The process answers with what the task of this name returns.
      return done as Promise<Awaited<ReturnType<T[typeof task]>>>;
    },
    load: () => ({
      waiting: turns.load().waiting,
      waitingBytes: waiting.total(),
      processes: slots.filter(({ process }) => process !== null).length,
      lost: { ...lost },
      hardening: launcher.hardening(),
    }),
    figures: turns.figures,
    async close() {
      closed = true;
      turns.close(closedError());
      await waitAtMost(CLOSE_LIMIT, Promise.all([launcher.close(), ...slots.map(retire)]));
    },
  };
}

function lateError(): Error {
  return new UnavailableError('The picture or font was not read in time.');
}

function closedError(): VitrineError {
  return new VitrineError('internal', 'The media engine is closed.');
}
