import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5_000;
/** After this time the start of the process is over, and its garbage is collected. */
const STARTED_MS = 500;
/** A server that works more than this part of the time after its start has other garbage to collect soon. */
const BUSY_UTILIZATION = 0.5;
/** Growth of resident memory, or bytes released, since the last collection that are worth another one. */
const GROWTH_BYTES = 24 * 1024 * 1024;
/** Idle checks after a collection until another one: caches keep parts of files for 5 s. */
const CHECKS_UNTIL_ANOTHER = 2;
/** The part of the time that the event loop may have worked while it counts as idle. */
const IDLE_UTILIZATION = 0.05;

/** The parts of the process that are measured and controlled. */
export interface ProcessMemory {
  /** Resident bytes. */
  size(): number;
  /** Bytes of the requests in flight. */
  held(): number;
  /** The part of the time since the last call that the event loop has worked, from 0 to 1. */
  utilization(): number;
  /** Collects all garbage. Blocks the event loop meanwhile. */
  collect(): void;
}

/**
 * Collects garbage when the event loop is idle and memory has grown. V8 has no reason to collect what a load
 * leaves behind while nothing is allocated, so large buffers of requests that are over would stay for hours. The bytes of
 * requests that were in flight at a collection are collected when these requests have ended, and what short caches still
 * kept then is collected ten seconds later.
 */
export class MemoryRelease {
  readonly #memory: ProcessMemory;
  /** The smallest size since the last collection. */
  #lowest: number;
  /** Bytes that the last collection could not free, because requests in flight held them. */
  #held = 0;
  /** Idle checks until the collection that follows another one. 0: none is to follow. */
  #followsIn = 0;

  constructor(memory: ProcessMemory) {
    this.#memory = memory;
    this.#lowest = memory.size();
  }

  check(): void {
    const size = this.#memory.size();
    const isIdle = this.#memory.utilization() < IDLE_UTILIZATION;
    this.#lowest = Math.min(this.#lowest, size);
    if (!isIdle) return;
    const grown = size - this.#lowest;
    const released = this.#held - this.#memory.held();
    const isDue = Math.max(grown, released) >= GROWTH_BYTES;
    const follows = this.#followsIn === 1;
    this.#followsIn = isDue ? CHECKS_UNTIL_ANOTHER : Math.max(0, this.#followsIn - 1);
    if (!isDue && !follows) return;
    this.#memory.collect();
    this.#lowest = this.#memory.size();
    this.#held = this.#memory.held();
  }

  /** Checks every few seconds, without keeping the process alive. */
  start(): NodeJS.Timeout {
    return setInterval(() => this.check(), EVERY_MS).unref();
  }
}

/** Collects what the start of the process leaves behind, unless requests keep the event loop busy by then. */
export function collectAfterStart(collect: () => void = collectGarbage): void {
  const before = performance.eventLoopUtilization();
  const collectIfCalm = () => {
    if (performance.eventLoopUtilization(before).utilization < BUSY_UTILIZATION) collect();
  };
  setTimeout(collectIfCalm, STARTED_MS).unref();
}

/**
 * Returns the memory of this process.
 *
 * @param held returns the bytes of the requests in flight.
 */
export function processMemory(held: () => number): ProcessMemory {
  let last = performance.eventLoopUtilization();
  return {
    size: () => process.memoryUsage.rss(),
    held,
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect: collectGarbage,
  };
}

let gc: ((options: object) => void) | null = null;

/** Collects all garbage of the main thread. V8 gives its collector to new contexts only while the option is set. */
export function collectGarbage(): void {
  if (gc === null) {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as (options: object) => void;
    setFlagsFromString('--no-expose-gc');
  }
  // As V8 does before it gives up for want of memory: also shrinks the young generation and returns free pages.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
