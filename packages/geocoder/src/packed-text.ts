import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** Next to the folder of the sources and to that of the built module. `pnpm place-names` writes it. */
const FOLDER = new URL('../data/', import.meta.url);

const unpack = promisify(brotliDecompress);

/** Returns the lines of a packed file. @throws if the file is missing. */
export async function readPackedLines(name: string): Promise<string[]> {
  return (await unpack(await readFile(new URL(name, FOLDER)))).toString('utf8').split('\n');
}
