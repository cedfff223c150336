import { type ChildProcess, execFile } from 'node:child_process';
import { hardened, MEASURES, type Measure, wrapperOf } from './hardening.ts';
import { decoderEnvironment, endChild, startChild } from './start-child.ts';

/** Milliseconds for a program that takes a measure to show that it works here. */
const TRIAL_LIMIT = 5_000;

/** The measures that hold for the processes of one kind, and those that can't be had here. */
export interface Hardening {
  /** The file of the process, without its extension. */
  readonly process: string;
  readonly active: readonly Measure[];
  readonly missing: readonly Measure[];
}

export interface LauncherOptions {
  /** The file of the process, beside `create-media`, without its extension. */
  readonly file: string;
  readonly execArgv: readonly string[];
  /** The measures to try. Default: all. */
  readonly measures?: readonly Measure[] | undefined;
  /** Called once, when it is known under which measures the processes start. */
  readonly onHardened?: ((hardening: Hardening) => void) | undefined;
}

/** Starts the processes of one kind under every measure that works here; the first start finds out which ones do. */
export interface Launcher {
  /** A process that has loaded its code. Null: it ended before, took too long, or `signal` aborted, which kills it. */
  start(signal: AbortSignal): Promise<ChildProcess | null>;
  /** Null until the first process has started. */
  hardening(): Hardening | null;
  /** Kills what `start` has not handed out yet, and waits until it is gone. */
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
  /** The process that showed that the measures work; it does the first job. */
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

  /** Null: the process does not start at all, so nothing is known yet. */
  async function decide(): Promise<ReadonlySet<Measure> | null> {
    const here = new Set(
      measures.filter((measure) => measure === 'permissions' || wrapperOf(measure) !== null),
    );
    let active: ReadonlySet<Measure> = here;
    spare = await startUnder(active, closing.signal);
    if (spare === null) {
      if (!(await startsUnder(new Set()))) return null;
      active = await measuresThatStart(await workingMeasures(here));
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

  /** All of them; else all but `user`, as another user may not read the code everywhere; else one after the other. */
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

/** Those whose programs run Node here, each tried on its own: all take some 20 ms together. */
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
