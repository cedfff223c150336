import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds after which a program counts as hung. */
const HUNG = 60_000;

/** Runs a program of this folder from source and returns what it prints. @throws Error unless it ends with 0 in time. */
export async function runProgram(file: string, ...args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const command = ['--conditions=vitrine-source', join(import.meta.dirname, file), ...args];
  const { stdout } = await run(process.execPath, command, { env, timeout: HUNG });
  return stdout;
}
