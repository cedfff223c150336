import { type ChildProcess, execFile } from 'node:child_process';
import { hardened, MEASURES, type Measure, wrapperOf } from './hardening.ts';
import { decoderEnvironment, endChild, startChild } from './start-child.ts';

/** Timeout for trying a program that takes a measure, in milliseconds. */
const TRIAL_LIMIT = 5_000;

/** The measures that the processes of one kind run under, and those that are not available here. */
export interface Hardening {
  /** File of the process, without extension. */
  readonly process: string;
  readonly active: readonly Measure[];
  readonly missing: readonly Measure[];
}

export interface LauncherOptions {
  /** File of the process in the folder of `create-media`, without extension. */
  readonly file: string;
  readonly execArgv: readonly string[];
  /** The measures to try. Default: all. */
  readonly measures?: readonly Measure[] | undefined;
  /** Called once, as soon as the measures are known. */
  readonly onHardened?: ((hardening: Hardening) => void) | undefined;
}

/** Starts the processes of one kind under every measure that works here. The first start detects which ones do. */
export interface Launcher {
  /**
   * Starts a process and waits until it has loaded its code. Returns null if it ended before that, took too long, or
   * `signal` aborted, which kills it.
   */
  start(signal: AbortSignal): Promise<ChildProcess | null>;
  /** Returns null until the first process has started. */
  hardening(): Hardening | null;
  /** Kills a process that `start` has not returned yet, and waits until it has ended. */
  close(): Promise<void>;
}

export function createLauncher({
  file,
  execArgv,
  measures = MEASURES,
  onHardened,
}: LauncherOptions): Launcher {
  const closing = new AbortController();
  let deciding: Promise<ReadonlySet<Measure> | null> | null = null;
  let hardening: Hardening | null = null;
  /** The process that proved the measures. `start` returns it first. */
  let spare: ChildProcess | null = null;

  function startUnder(active: ReadonlySet<Measure>, signal: AbortSignal): Promise<ChildProcess | null> {
    const { program, args } = hardened(active);
    return startChild(file, program, [...args, ...execArgv], signal);
  }

  async function startsUnder(active: ReadonlySet<Measure>): Promise<boolean> {
    const child = await startUnder(active, closing.signal);
    if (child !== null) await endChild(child);
    return child !== null;
  }

  /** Returns the measures that work, or null if the process does not start without any either. */
  async function decide(): Promise<ReadonlySet<Measure> | null> {
    const available = new Set(
      measures.filter((measure) => measure === 'permissions' || wrapperOf(measure) !== null),
    );
    let active: ReadonlySet<Measure> = available;
    spare = await startUnder(active, closing.signal);
    if (spare === null) {
      if (!(await startsUnder(new Set()))) return null;
      active = await measuresThatStart(await workingMeasures(available));
      spare = await startUnder(active, closing.signal);
    }
    hardening = {
      process: file,
      active: MEASURES.filter((measure) => active.has(measure)),
      missing: MEASURES.filter((measure) => !active.has(measure)),
    };
    onHardened?.(hardening);
    return active;
  }

  /**
   * Returns the measures under which the process starts: all; or all but `user`, because another user may not be
   * allowed to read the code; or those that work when added one by one.
   */
  async function measuresThatStart(working: ReadonlySet<Measure>): Promise<ReadonlySet<Measure>> {
    const others = new Set([...working].filter((measure) => measure !== 'user'));
    for (const measures of [working, others]) if (await startsUnder(measures)) return measures;
    let found: ReadonlySet<Measure> = new Set();
    for (const measure of working) {
      const more = new Set([...found, measure]);
      if (await startsUnder(more)) found = more;
    }
    return found;
  }

  return {
    async start(signal) {
      deciding ??= decide();
      const active = await deciding;
      if (active === null) deciding = null;
      if (active === null || signal.aborted || closing.signal.aborted) return null;
      const ready = spare;
      spare = null;
      return ready?.connected ? ready : startUnder(active, signal);
    },
    hardening: () => hardening,
    async close() {
      closing.abort();
      await deciding;
      if (spare !== null) await endChild(spare);
    },
  };
}

/** Returns the measures whose programs can run Node here. Tries each one separately. */
async function workingMeasures(measures: ReadonlySet<Measure>): Promise<ReadonlySet<Measure>> {
  const each = [...measures];
  const tried = await Promise.all(each.map((measure) => measure === 'permissions' || works(measure)));
  return new Set(each.filter((_, at) => tried[at]));
}

function works(measure: Measure): Promise<boolean> {
  const wrapper = wrapperOf(measure);
  if (wrapper === null) return Promise.resolve(false);
  const args = [...wrapper.args, process.execPath, '--version'];
  return new Promise((resolve) => {
    execFile(wrapper.program, args, { env: decoderEnvironment(), timeout: TRIAL_LIMIT }, (error) =>
      resolve(error === null),
    );
  });
}
