import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A file of a package of fonts, such as `files/inter-latin-400-normal.woff2` of `@fontsource/inter`. */
export interface FontFile {
  readonly package: string;
  readonly path: string;
}

/**
 * Returns where a file is: in `fonts/` beside the built code, where `packages/media/build` copies what is used of most
 * packages, or in the installed package. Throws an error of the system if it is in neither.
 */
export function fontPath({ package: name, path }: FontFile): string {
  const copy = fileURLToPath(new URL(`./fonts/${name}/${path}`, import.meta.url));
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve(`${name}/${path}`);
}

export function readFontFile(file: FontFile): Promise<Uint8Array> {
  return readFile(fontPath(file));
}
