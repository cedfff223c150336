import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs commands of a document in a folder and returns what they print. It does not block this process, which is their
 * registry. It has no time limit, because an installation on a busy machine takes as long as the others leave.
 *
 * @throws Error if one of them fails.
 */
export async function runCommand(
  text: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return (await promisify(execFile)('sh', ['-ec', text], { cwd: folder, env })).stdout;
}
