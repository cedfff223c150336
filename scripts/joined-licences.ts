import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPackage } from './installed-packages.ts';

/**
 * Writes the licences of packages of others whose code the build joins with that of a package of this repository. They must
 * go with copies of the code.
 */
export function writeLicences(packages: readonly InstalledPackage[], file: string): void {
  const texts = packages.map(({ name, folder, manifest: { version, license } }) => {
    const own = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = own === undefined ? '' : `\n\n${readFileSync(join(folder, own), 'utf8').trim()}`;
    return `${name} ${version} (${license})${text}\n`;
  });
  if (texts.length > 0) writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}
