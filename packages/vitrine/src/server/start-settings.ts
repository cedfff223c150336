const MMAP_THRESHOLD = 'MALLOC_MMAP_THRESHOLD_';
const YOUNG_GENERATION = '--max-semi-space-size';

/** The part of `process` that tells how a program was started. */
export interface Started {
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file of the program, and its arguments. */
  readonly command: readonly string[];
}

export interface Restart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns how a server is started again with the settings that a process can only be given at its start: the threshold of
 * the C library, which returns freed buffers from 256 KiB on to the system at once, and the young generation of V8
 * (docs/architecture.md#deadlines-and-bytes-in-flight). What was given is kept. Null: nothing is missing.
 */
export function restartOf({ execArgv, env, command }: Started): Restart | null {
  const options = [...execArgv, env.NODE_OPTIONS ?? ''];
  const hasYoungGeneration = options.some((option) => option.replaceAll('_', '-').includes(YOUNG_GENERATION));
  if (hasYoungGeneration && env[MMAP_THRESHOLD] !== undefined) return null;
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    args: [...(hasYoungGeneration ? [] : [`${YOUNG_GENERATION}=16`]), ...execArgv, ...command],
    env: { [MMAP_THRESHOLD]: '262144', ...Object.fromEntries(given) },
  };
}

/**
 * Replaces this process by one with the settings of `restartOf`; the process number stays. Returns where nothing is
 * missing, where the system has no such call (Windows, Node before 22.15), or where a parent process has a channel to this
 * one, which would be lost.
 */
export function startWithSettings(): void {
  const { execve, execPath, execArgv, env, argv } = process;
  if (execve === undefined || process.platform === 'win32' || process.send !== undefined) return;
  const restart = restartOf({ execArgv, env, command: argv.slice(1) });
  if (restart !== null) execve.call(process, execPath, [execPath, ...restart.args], restart.env);
}
