import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface NpxServer {
  readonly url: string;
  readonly key: string;
  /** Ends the server as Ctrl-C does in a terminal. */
  stop(): Promise<void>;
}

/**
 * Runs a command that starts a server, such as `npx -y vitrine`, in a folder, and waits until it has printed its address
 * and the first key.
 *
 * @throws Error with its output if it ends before.
 */
export async function startByCommand(
  command: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NpxServer> {
  // A group of its own, because npx and a shell are between this process and the server.
  const child = spawn('sh', ['-ec', command], { cwd: folder, env, detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'exit');
  const address = /on (http:\/\/[^\s,]+)\n/;
  const key = /\baccount-[\w-]{43}\b/;
  while (!address.test(printed) || !key.test(printed)) {
    const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
    if (isOver) throw new Error(`${command} ended:\n${printed}`);
  }
  return {
    url: address.exec(printed)?.[1] ?? '',
    key: key.exec(printed)?.[0] ?? '',
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}
