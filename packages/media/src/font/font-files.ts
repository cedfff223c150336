import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of a package of fonts, such as `files/inter-latin-400-normal.woff2` of `@fontsource/inter`. */
export interface FontFile {
  readonly package: string;
  readonly path: string;
}

/**
 * Returns where a file is: in `fonts/` beside the built code, where `packages/media/build` copies what is used of most
 * packages, or in the installed package. Throws an error of the system if it is in neither.
 *
 * `new URL` and `require.resolve` of a path that is made of parts would make bundlers read every file of the folder as code.
 */
export function fontPath({ package: name, path }: FontFile): string {
  const copy = join(dirname(fileURLToPath(import.meta.url)), 'fonts', name, path);
  if (existsSync(copy)) return copy;
  return join(dirname(findPackageJSON(name, import.meta.url) ?? name), path);
}

export function readFontFile(file: FontFile): Promise<Uint8Array> {
  return readFile(fontPath(file));
}
