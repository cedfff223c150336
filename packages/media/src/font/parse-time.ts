import { runInNewContext } from 'node:vm';

/** Processor time for parsing a font, in milliseconds. It is less than that of the pool, which kills the process. */
const PARSE_LIMIT = 2_000;
/** Parsing may take so many times its processor time, because other programs use the machine, too. */
const PATIENCE = 3;
/** With this share of its processor time an attempt had what it needs. */
const MUCH = 0.9;
/** Milliseconds after which code ends that nobody waits for any more: the pool would have killed the process before. */
const ORPHAN_LIMIT = 20_000;

/** The time for parsing a font is over. `isStarved`: the machine gave too little of it, so that it says nothing about the font. */
export class ParseTimeError extends Error {
  readonly isStarved: boolean;

  constructor(isStarved: boolean) {
    super('The time for parsing the font is over.');
    this.isStarved = isStarved;
  }
}

/** The processor time for all that is parsed of a font for one request. */
export class ParseTime {
  #left: number;
  readonly #endsAt: number;

  /** @param limit in milliseconds. */
  constructor(limit = PARSE_LIMIT) {
    this.#left = limit;
    this.#endsAt = performance.now() + PATIENCE * limit;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /**
   * Runs synchronous code within the time that is left. Runs it again, with more patience, if the machine was too busy.
   * @param limit of its processor time in milliseconds. Default: all that is left.
   * @throws ParseTimeError if the time is over.
   */
  run<R>(job: () => R, limit = this.#left): R {
    const allowed = Math.min(limit, this.#left);
    if (this.isOver) throw new ParseTimeError(false);
    for (let timeout = allowed; ; timeout *= 2) {
      const patience = this.#endsAt - performance.now();
      if (patience < 1) throw new ParseTimeError(true);
      const before = process.cpuUsage();
      try {
        const result = limited(Math.min(timeout, patience), job);
        this.#left -= millisecondsSince(before);
        return result;
      } catch (error) {
        const used = millisecondsSince(before);
        const isLate = isTimeout(error);
        if (isLate && used < MUCH * allowed) continue;
        this.#left -= isLate ? allowed : used;
        throw isLate ? new ParseTimeError(false) : error;
      }
    }
  }
}

/** Runs synchronous code whose time the pool limits. Also ends an endless loop when the parent process has died. */
export function limitedByPool<R>(job: () => R): R {
  return limited(ORPHAN_LIMIT, job);
}

function limited<R>(milliseconds: number, job: () => R): R {
  return runInNewContext('job()', { job }, { timeout: Math.ceil(milliseconds) });
}

/** Returns the processor time of this process since then. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns whether the error is that of `limited`. It comes from another context, so it is not an `Error` of this one.
 */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
