import { readFileSync } from 'node:fs';

/** Returns the version in the package.json of this package. The path holds for `src` and `dist` alike. */
export function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
