import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));

/** Replaces `npx vitrine …` by the same command line from source. Any other use of npx fails. */
const NPX = `npx() {
  [ "$1" = vitrine ] || { echo "not expected here: npx $*" >&2; exit 99; }
  shift
  "$NODE" --conditions=vitrine-source "$CLI" "$@"
}
`;

/** Runs a block of a document in a folder, as if pasted into a shell. Rejects if one of its commands fails. */
export function runShell(
  text: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_'));
  const env = { ...Object.fromEntries(own), NODE: process.execPath, CLI, ...environment };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-e', '-c', NPX + text], { cwd: folder, env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${text}\nended with ${error.code}: ${stderr || stdout}`));
    });
  });
}
