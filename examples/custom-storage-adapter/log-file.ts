import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { UnavailableError } from '@vitrine/core';

const NEWLINE = 0x0a;

/** A file of lines. A line is on the disk when `append` returns. */
export class LogFile {
  readonly #file: number;
  readonly #path: string;
  /** The length of the file up to the end of the last complete line. */
  #length: number;
  #closed = false;

  private constructor(path: string, file: number, length: number) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Removes an incomplete last line: the process died during the write, so the call was never acknowledged. */
  static open(path: string): LogFile {
    const file = openSync(path, 'a+', 0o600);
    const length = readFileSync(path).lastIndexOf(NEWLINE) + 1;
    if (fstatSync(file).size > length) ftruncateSync(file, length);
    return new LogFile(path, file, length);
  }

  lines(): string[] {
    return readFileSync(this.#path, 'utf8').split('\n').slice(0, -1);
  }

  /** Appends a line and waits for the disk. @throws UnavailableError if that fails; the file is then unchanged. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
      fsyncSync(this.#file);
    } catch (cause) {
      ftruncateSync(this.#file, this.#length);
      throw new UnavailableError("The log can't be written now.", { cause });
    }
    this.#length += bytes.length;
  }

  /** Closes the file. May be called more than once. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
}
