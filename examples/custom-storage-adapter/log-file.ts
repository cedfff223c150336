import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { UnavailableError } from '@vitrine/core';

const NEWLINE = 0x0a;

/** Lines that are on the disk when `append` returns. */
export class LogFile {
  readonly #file: number;
  readonly #path: string;
  /** Where the last whole line ends. */
  #length: number;
  #closed = false;

  private constructor(path: string, file: number, length: number) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Cuts off a last line without an end: the process died while it wrote it, so the call was never answered. */
  static open(path: string): LogFile {
    const file = openSync(path, 'a+', 0o600);
    const length = readFileSync(path).lastIndexOf(NEWLINE) + 1;
    if (fstatSync(file).size > length) ftruncateSync(file, length);
    return new LogFile(path, file, length);
  }

  lines(): string[] {
    return readFileSync(this.#path, 'utf8').split('\n').slice(0, -1);
  }

  /** @throws UnavailableError when the disk does not take it, with the file as it was before. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
      fsyncSync(this.#file);
    } catch (cause) {
      ftruncateSync(this.#file, this.#length);
      throw new UnavailableError('The log can not be written now.', { cause });
    }
    this.#length += bytes.length;
  }

  /** May be called again. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
}
