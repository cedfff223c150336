import { spawn } from 'node:child_process';

export interface ToolOutcome {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

const TIME_MAX_MS = 300_000;

/** Runs a command of a registry package. Under `pnpm` the pinned Node is first on PATH, and these tools need it. */
export function runTool(packageName: string, command: string, args: readonly string[]): Promise<ToolOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['--yes', '--package', packageName, '--', command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_MAX_MS,
      env: { ...process.env, npm_config_loglevel: 'error' },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
