import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Returns the licences of the packages that are part of the bundle, which must go with copies of them. */
export function licencesOf(folder: string, inputs: readonly string[]): string {
  const packages = new Map<string, string>();
  for (const input of inputs) {
    const found = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(resolve(folder, input));
    if (found?.[1] !== undefined && found[2] !== undefined) packages.set(found[2], found[1]);
  }
  const texts = [...packages]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, path]) => {
      const file = existsSync(path)
        ? readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry))
        : undefined;
      if (file === undefined) throw new Error(`The package ${name} has no licence file.`);
      return `${name}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
    });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
