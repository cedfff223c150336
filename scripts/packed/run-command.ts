import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Milliseconds. */
const TIMEOUT = 300_000;

/**
 * Runs commands of a document in a folder and returns what they print. It does not block this process, which is their
 * registry.
 *
 * @throws Error if one of them fails.
 */
export async function runCommand(
  text: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const options = { cwd: folder, env, timeout: TIMEOUT };
  return (await promisify(execFile)('sh', ['-ec', text], options)).stdout;
}
