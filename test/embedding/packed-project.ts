import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openBuild } from '../../scripts/builds.ts';
import { freePort } from '../free-port.ts';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/**
 * Installs a program of `frameworks` with npm, with packages of the registry and the built ones of this repository, but without
 * the optional fonts.
 *
 * @param packages the names of others, with versions.
 */
export async function installProject(
  program: string,
  folder: string,
  packages: readonly string[],
): Promise<void> {
  cpSync(join(import.meta.dirname, 'frameworks', program), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const own = await publishable(join(folder, '.vitrine'));
  runIn(folder, 'npm', 'install', '--install-links', '--no-audit', '--no-fund', ...packages, ...own);
}

/** Copies the built packages, with manifests that npm can install. Returns their folders. */
async function publishable(folder: string): Promise<string[]> {
  const built = await openBuild();
  return readdirSync(built).map((name) => {
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    for (const entry of readdirSync(join(built, name)).filter((each) => each !== 'node_modules')) {
      cpSync(join(built, name, entry), join(target, entry), { recursive: true });
    }
    const { optionalDependencies: _, devDependencies: __, ...manifest } = readManifest(target);
    const dependencies = Object.entries(manifest.dependencies ?? {});
    manifest.dependencies = Object.fromEntries(
      dependencies.map(([each, range]) => [each, range.replace('workspace:^', `^${manifest.version}`)]),
    );
    writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
    return target;
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Runs a program in a folder and returns what it prints. @throws Error with its output if it fails. */
export function runIn(folder: string, program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, {
    cwd: folder,
    env: environment({}),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/**
 * Starts a server on a free port until the test file ends, and waits until it answers below `/vitrine`. Returns its origin.
 *
 * @throws Error with its output if it ends.
 */
export async function serveIn(folder: string, args: (port: number) => readonly string[]): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args(port), {
    cwd: folder,
    env: environment({
      PORT: String(port),
      DATABASE: join(folder, 'data.db'),
      BASE_URL: `${origin}/vitrine`,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  for (;;) {
    const response = await fetch(`${origin}/vitrine/healthz`).catch(() => null);
    if (response?.ok) return origin;
    if (child.exitCode !== null) throw new Error(`The server ended: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The variables of this process without those that concern its own modules. */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const {
    NODE_OPTIONS: _,
    NODE_COMPILE_CACHE: __,
    NODE_ENV: ___,
    THREAD_BUNDLES: ____,
    ...env
  } = process.env;
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', ...more };
}
