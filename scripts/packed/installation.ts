import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest, runsAtInstallation } from '../installed-packages.ts';

const MIB = 1024;

/** What an installation may have at most, in MiB as `du` counts. */
export const SIZES = { vitrine: 120, library: 45 } as const;

/** Returns the size of a folder in MiB. */
export function mebibytesOf(folder: string): number {
  const [kilobytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t');
  return Number(kilobytes) / MIB;
}

/**
 * Checks the packages in a folder `node_modules`. Returns its size in MiB.
 *
 * @throws Error if it is larger than the limit, if a package runs a script when it is installed, or if it holds a binary
 * for another system.
 */
export function checkInstallation(modules: string, limit: number): number {
  const size = mebibytesOf(modules);
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const scripts = files
    .filter((name) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(`node_modules/${name}`))
    .filter((name) => runsAtInstallation(readManifest(dirname(join(modules, name)))));
  const foreign = files.filter((name) => /\.(?:node|dll|dylib)$/.test(name) && !isForThisSystem(name));
  const problems = [
    ...(size > limit
      ? [`${size.toFixed(1)} MiB, more than ${limit}. The largest parts:\n${largest(modules)}`]
      : []),
    ...scripts.map((name) => `${name} runs a script when it is installed.`),
    ...foreign.map((name) => `${name} is for another system.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return size;
}

function isForThisSystem(name: string): boolean {
  const { platform, arch } = process;
  return new RegExp(`\\b${platform}-${arch}\\b`).test(name);
}

function largest(modules: string): string {
  return execFileSync('sh', ['-c', 'du -sk [!@]* @*/* 2>/dev/null | sort -rn | head -15'], {
    cwd: modules,
    encoding: 'utf8',
  });
}
