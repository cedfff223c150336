import { Readable } from 'node:stream';
import { writePrivateFile } from './private-output.ts';
import { formatCount, printLine, type Terminal } from './terminal.ts';

/**
 * Writes a picture to a file that only its owner may read, and prints its size. Replaces an earlier file.
 *
 * @throws CommandError
 */
export async function writePicture({ stdout }: Terminal, file: string, bytes: Uint8Array): Promise<void> {
  await writePrivateFile(file, Readable.from([bytes]));
  printLine(stdout, `${file}  ${formatCount(bytes.length)} bytes`);
}
