import { accessSync, closeSync, existsSync, realpathSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNoFile, openNewPrivateFile } from '@vitrine/storage-sqlite/private-file';
import type { SourceRow } from '../records/record-source.ts';
import { CommandError, EXIT, fileError } from '../terminal/command-error.ts';
import type { RowErrors } from './import-rows.ts';

/** Reasons of refused rows that the terminal shows. */
const REASONS_MAX = 3;
/** Characters of a reason that the terminal shows. */
const REASON_LENGTH = 200;

function shorten(text: string): string {
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH)}…` : text;
}

/** Returns the path of the file for the refused rows of an import. */
export function refusedRowsPath(path: string, { errors }: { readonly errors?: string }): string {
  return errors ?? `${path}.errors.ndjson`;
}

/**
 * The file of refused rows: one JSON object per line with row, line, errors by field, and the row itself. Only its
 * owner may read it, because it holds data of the imported file.
 */
export class RefusedRows {
  readonly path: string;
  /** The first reasons, each once, as `line 3: price: Expected a number.` */
  readonly reasons: string[] = [];
  readonly #texts = new Set<string>();
  #fd: number | null = null;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Checks that the file can be written, without writing it.
   *
   * @throws CommandError if the path is the imported file or exists and is not a file, or if its folder does not exist.
   */
  static check(path: string, importedFile: string): void {
    if (existsSync(path) && realpathSync(path) === realpathSync(importedFile)) {
      throw new CommandError(EXIT.usage, '--errors: This is the file to import.');
    }
    if (isNoFile(path)) throw new CommandError(EXIT.usage, `--errors: ${path} exists and is not a file.`);
    try {
      accessSync(dirname(path));
    } catch (error) {
      throw fileError('write', path, error);
    }
  }

  /**
   * Removes the file of an earlier run. The new file appears with its first row.
   *
   * @throws CommandError as `check` does, or if the earlier file can't be removed.
   */
  static async create(path: string, importedFile: string): Promise<RefusedRows> {
    RefusedRows.check(path, importedFile);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw fileError('write', path, error);
    });
    return new RefusedRows(path);
  }

  add({ row, line, source }: SourceRow, errors: RowErrors): void {
    this.#noteReason(line, errors);
    try {
      this.#fd ??= openNewPrivateFile(this.path);
      const opened = JSON.stringify({ row, line, errors }).slice(0, -1);
      writeAll(this.#fd, Buffer.from(`${opened},"record":${source()}}\n`));
    } catch (error) {
      throw fileError('write', this.path, error);
    }
  }

  #noteReason(line: number, errors: RowErrors): void {
    if (this.reasons.length >= REASONS_MAX) return;
    const text = Object.entries(errors)
      .map(([path, messages]) => `${path === '' ? '' : `${path}: `}${messages.join(' ')}`)
      .join(' ');
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    this.reasons.push(`line ${line}: ${shorten(text)}`);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
