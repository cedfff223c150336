import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/code-blocks.ts';
import { imageOf } from './dockerfile.ts';

/** The search path of the base image. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** One request to a container. `file` is sent as a form. */
export interface ContainerRequest {
  readonly path: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

export interface ContainerResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends the requests of stdin one after another, and prints the responses. */
const CLIENT = `
  const responses = [];
  for (const { path, json, headers, file } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const init = { headers: { authorization: 'Bearer ' + process.env.KEY, ...headers } };
    if (json !== undefined) {
      Object.assign(init, { method: 'POST', body: JSON.stringify(json) });
      init.headers['content-type'] ??= 'application/json';
    }
    if (file !== undefined) {
      const body = new FormData();
      body.set('file', new File([Buffer.from(file.base64, 'base64')], file.name));
      Object.assign(init, { method: 'POST', body });
    }
    const response = await fetch('http://127.0.0.1:8080' + path, init);
    responses.push({ status: response.status, text: await response.text() });
  }
  console.log(JSON.stringify(responses));
`;

/**
 * A process in the root of an image, as an engine runs it under the limits of `examples/compose/compose.yaml`: the user of
 * the image, no capabilities and no new privileges, a root that can't be written except for `/data` and `/tmp`, at most 256
 * threads and processes, and a network with nothing in it but this process.
 */
export class Container {
  readonly #image = imageOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  readonly #environment: Readonly<Record<string, string>>;
  readonly #child: ChildProcess;
  #output = '';

  /** @param data the folder that is mounted at `/data`. */
  constructor(root: string, data: string, settings: Readonly<Record<string, string>>) {
    this.#environment = { PATH, ...this.#image.environment, ...settings };
    const variables = Object.entries(this.#environment).map(([name, value]) => `${name}=${value}`);
    const [user = '', group = ''] = this.#image.user.split(':');
    const script = `
      root=$0 data=$1
      shift
      mount --bind "$root" "$root"
      mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
      mount --bind "$data" "$root/data"
      mount -t proc proc "$root/proc"
      mount --rbind /dev "$root/dev"
      mount -o remount,bind,ro "$root"
      ip link set lo up
      exec setpriv --no-new-privs prlimit --nproc=256 -- "$@"`;
    const command = [
      ...['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child'],
      ...['sh', '-e', '-c', script, root, data, 'env', '-i', ...variables],
      ...['unshare', '--root', root, '--wd', this.#image.workingFolder, '--setgid', group, '--setuid', user],
      ...this.#image.command,
    ];
    const [program = '', ...args] = command;
    this.#child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** What it has printed so far. */
  get output(): string {
    return this.#output;
  }

  /** The process id of the program, outside of the container. */
  get pid(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null;
  }

  /** Runs the health check of the image, as the engine does. Returns whether the container is healthy. */
  isHealthy(): boolean {
    try {
      const [user = '', group = ''] = this.#image.user.split(':');
      execFileSync(
        'nsenter',
        [
          ...['--target', String(this.pid), '--mount', '--net', '--pid', '--root'],
          ...['--setgid', group, '--setuid', user, ...this.#image.healthCheck],
        ],
        { env: this.#environment, stdio: 'ignore' },
      );
      return true;
    } catch {
      return false;
    }
  }

  /** Sends requests in the network of the container, with an account key. */
  send(key: string, ...requests: readonly ContainerRequest[]): ContainerResponse[] {
    const input = requests.map(({ file, ...rest }) => ({
      ...rest,
      ...(file && { file: { name: file.name, base64: Buffer.from(file.bytes).toString('base64') } }),
    }));
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [`--net=/proc/${this.pid}/ns/net`, process.execPath, '--input-type=module', '--eval'];
    const output = execFileSync('nsenter', [...args, `import fs from 'node:fs';${CLIENT}`], {
      env: { ...env, KEY: key },
      input: JSON.stringify(input),
      encoding: 'utf8',
    });
    return JSON.parse(output);
  }

  /** Returns a file of `/proc` about the process. */
  proc(name: string): string {
    return readFileSync(`/proc/${this.pid}/${name}`, 'utf8');
  }

  /** Sends the signal with which engines stop a container, and waits for its end. */
  async stop(): Promise<number | null> {
    const ended = once(this.#child, 'exit');
    process.kill(this.pid, 'SIGTERM');
    const [code] = await ended;
    return code;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
