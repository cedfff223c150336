import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Node writes the compiled sources here when a process ends well. Loading them from it takes half of the processor time. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/killed-processes', import.meta.url));
const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href;

/**
 * Runs a script with the URL of a database and further arguments, and kills it right before the nth statement; for `Infinity`
 * not at all. Returns whether it was killed. Otherwise it must have ended well.
 */
export async function killAtStatement(
  script: URL,
  [url, ...more]: readonly [url: string, ...more: string[]],
  statement: number,
): Promise<boolean> {
  const port = url.startsWith('sqlite:') ? '' : new URL(url).port;
  const path = fileURLToPath(script);
  const child = spawn(
    process.execPath,
    ['--conditions=vitrine-source', `--import=${PRELOAD}`, path, url, ...more],
    {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILED,
        KILL_AT_STATEMENT: String(statement),
        KILL_AT_PORT: port,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal], errors).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
}
