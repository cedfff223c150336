import { writeFile } from 'node:fs/promises';
import { fileError } from './command-error.ts';
import { formatCount, printLine, type Terminal } from './terminal.ts';

/** Writes a picture to a file, and prints its size. Replaces an earlier file. @throws CommandError */
export async function writePicture({ stdout }: Terminal, file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(file, bytes).catch((error: unknown) => {
    throw fileError('write', file, error);
  });
  printLine(stdout, `${file}  ${formatCount(bytes.length)} bytes`);
}
