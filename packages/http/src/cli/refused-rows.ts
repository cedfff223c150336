import { accessSync, closeSync, existsSync, realpathSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNoFile, openNewPrivateFile } from '@vitrine/core/private-file';
import { CommandError, EXIT, fileError } from './failure.ts';
import type { RowErrors } from './import-rows.ts';
import type { SourceRow } from './record-source.ts';

/**
 * The file of refused rows, one JSON object a line: row, line, errors by field, and the row itself. Only its owner may
 * read it: it holds what the imported file held.
 */
export class RefusedRows {
  readonly path: string;
  #fd: number | null = null;

  private constructor(path: string) {
    this.path = path;
  }

  /** @throws CommandError for the file to import, for what is no file, and for a folder that is not there. */
  static check(path: string, importedFile: string): void {
    if (existsSync(path) && realpathSync(path) === realpathSync(importedFile)) {
      throw new CommandError(EXIT.usage, '--errors: this is the file to import.');
    }
    if (isNoFile(path)) throw new CommandError(EXIT.usage, `--errors: ${path} is there and is not a file.`);
    try {
      accessSync(dirname(path));
    } catch (error) {
      throw fileError('write', path, error);
    }
  }

  /**
   * Removes the file of an earlier run, so that the file tells of this run alone. It appears with the first row.
   *
   * @throws CommandError as `check`.
   */
  static async at(path: string, importedFile: string): Promise<RefusedRows> {
    RefusedRows.check(path, importedFile);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw fileError('write', path, error);
    });
    return new RefusedRows(path);
  }

  add({ row, line, source }: SourceRow, errors: RowErrors): void {
    try {
      this.#fd ??= openNewPrivateFile(this.path);
      const where = JSON.stringify({ row, line, errors }).slice(0, -1);
      writeWhole(this.#fd, Buffer.from(`${where},"record":${source()}}\n`));
    } catch (error) {
      throw fileError('write', this.path, error);
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
