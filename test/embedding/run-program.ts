import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds after which a program counts as hung. */
const HUNG = 110_000;

/**
 * Runs a program with packages from source and returns what it prints.
 * @param file a path from this folder.
 * @throws Error unless the program ends with 0 in time.
 */
export function runProgram(file: string, ...args: readonly string[]): Promise<string> {
  return outputOf(process.execPath, ...nodeArguments(file, args));
}

/** Like `runProgram`, but starts the program with a lower priority. @param niceness 0 to 19. */
export function runNiced(niceness: number, file: string, ...args: readonly string[]): Promise<string> {
  return outputOf('nice', '-n', String(niceness), process.execPath, ...nodeArguments(file, args));
}

function nodeArguments(file: string, args: readonly string[]): string[] {
  return ['--conditions=vitrine-source', resolve(import.meta.dirname, file), ...args];
}

async function outputOf(command: string, ...args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run(command, args, { env, timeout: HUNG });
  return stdout;
}
