import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcessWithoutNullStreams;
  /** Returns the output so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal to this process alone and waits until it ends. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ProcessOptions {
  /** Working directory. */
  readonly folder?: string;
  /** Options of node. */
  readonly node?: readonly string[];
}

/**
 * Starts `vitrine serve` from source, by default on a free port, and waits until it listens. Rejects with its output if
 * it ends instead.
 */
export function startProcess(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  { folder, node = [] }: ProcessOptions = {},
): Promise<ServerProcess> {
  const args = [...node, '--conditions=vitrine-source', CLI, 'serve', ...flags];
  return startProgram(args, environment, folder);
}

/** Does the same with another program of Node that serves. */
export async function startProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string | undefined,
): Promise<ServerProcess> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_'));
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), VITRINE_PORT: '0', ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /on (http:\/\/[^\s,]+)[,\n]/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ code }) => reject(new Error(`The server ended with ${code}: ${stderr || stdout}`)));
  });
  return {
    url,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
