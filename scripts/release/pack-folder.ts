import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Packs a folder as npm publishes it. Returns the path of the file in the folder `target`. */
export function packFolder(folder: string, target: string): string {
  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    // npm has the settings of the pnpm that runs this script in its environment, and warns of them.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(target, printed.trim());
}
