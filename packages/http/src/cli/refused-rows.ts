import { existsSync, realpathSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { CommandError, EXIT, fileError } from './failure.ts';
import type { RowErrors } from './import-rows.ts';
import type { SourceRow } from './record-source.ts';

/** The file of refused rows, one JSON object a line: row, line, errors by field, and the row itself. */
export class RefusedRows {
  readonly path: string;
  #file: FileHandle | null = null;

  private constructor(path: string) {
    this.path = path;
  }

  /** What an earlier run wrote there is gone, so that the file tells of this run alone. It appears with the first row. */
  static async at(path: string, importedFile: string): Promise<RefusedRows> {
    if (existsSync(path) && realpathSync(path) === realpathSync(importedFile)) {
      throw new CommandError(EXIT.usage, '--errors: this is the file to import.');
    }
    await rm(path, { force: true }).catch((error: unknown) => {
      throw fileError('write', path, error);
    });
    return new RefusedRows(path);
  }

  async add({ row, line, source }: SourceRow, errors: RowErrors): Promise<void> {
    try {
      this.#file ??= await open(this.path, 'w');
      const where = JSON.stringify({ row, line, errors }).slice(0, -1);
      await this.#file.write(`${where},"record":${source()}}\n`);
    } catch (error) {
      throw fileError('write', this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
