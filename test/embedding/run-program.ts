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
export async function runProgram(file: string, ...args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const command = ['--conditions=vitrine-source', resolve(import.meta.dirname, file), ...args];
  const { stdout } = await run(process.execPath, command, { env, timeout: HUNG });
  return stdout;
}
