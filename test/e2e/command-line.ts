import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A temporary folder in which `vitrine` runs, without the settings of this process. */
export class WorkingFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));

  constructor() {
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Runs a command and waits for its end. */
  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const process = this.#start(args, env);
    const [code] = await process.exit;
    return { code, out: process.out(), err: process.err() };
  }

  /** Starts `vitrine serve` on a free port and waits until it prints its URL. */
  async serve(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Served> {
    const process = this.#start(['serve', '--port', '0', ...args], env);
    const address = /^Vitrine \S+ on (http:\S+)$/m;
    while (!address.test(process.out())) {
      const ended = await Promise.race([once(process.child.stdout, 'data').then(() => null), process.exit]);
      if (ended !== null) throw new Error(`vitrine serve ended with ${ended[0]}: ${process.err()}`);
    }
    return {
      url: address.exec(process.out())?.[1] ?? '',
      out: process.out,
      err: process.err,
      async stop() {
        process.child.kill('SIGTERM');
        const [code] = await process.exit;
        return { code, out: process.out(), err: process.err() };
      },
    };
  }

  #start(args: readonly string[], settings: Readonly<Record<string, string>>) {
    const env = Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_'));
    const child = spawn(process.execPath, ['--conditions=vitrine-source', CLI, ...args], {
      cwd: this.path,
      env: { ...Object.fromEntries(env), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit: Promise<[number | null]> = once(child, 'close').then(([code]) => [code]);
    return { child, exit, out: collect(child.stdout), err: collect(child.stderr) };
  }
}

export interface Served {
  readonly url: string;
  readonly out: () => string;
  readonly err: () => string;
  stop(): Promise<Ended>;
}

/** Sends a request to a running Vitrine. A status other than 2xx fails the test. */
export async function ask<ClientResponse>(
  served: Served,
  key: string,
  path: string,
  body?: unknown,
): Promise<ClientResponse> {
  const response = await fetch(`${served.url}${path}`, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
