import { extname } from 'node:path';
import type { StoreDetail } from '@vitrine/core/contracts';
import {
  type DetectedColumn,
  type DetectedFile,
  type FileFormat,
  type FileRecord,
  findColumns,
  openText,
  planRecords,
  readRecords,
} from '@vitrine/core/imports';
import { nameHint } from '@vitrine/core/server';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import {
  examineFile,
  explainProblems,
  type FileOptionFlags,
  withFlagNames,
} from '../terminal/file-options.ts';

/** A record or location of a file, ready to be written. */
export interface SourceRow {
  /** The number of the record in the file, from 1. */
  readonly row: number;
  readonly line: number;
  readonly body: unknown;
  /** Why the record can't be read; null if it can. */
  readonly problem: string | null;
  /** Returns the record in the file as one line of JSON, for the file of refused rows. */
  readonly source: () => string;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** Returns the format by the extension of the file name. @throws CommandError if that is unknown. */
export function formatOf(path: string): FileFormat {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new CommandError(
    EXIT.usage,
    `--format: Can't tell the format of ${path} from its name; give csv, json or ndjson.`,
  );
}

/**
 * Opens the records of a file, in order. Detects how it is written and matches its columns with the store.
 *
 * @param examined how the file is written, if that is known already.
 * @throws CommandError if the import can't begin, before anything is written. Reading throws at syntax errors.
 */
export async function openRecords(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  format: FileFormat,
  { properties }: Pick<StoreDetail, 'properties'>,
  flags: FileOptionFlags,
  onNotice: (notice: string) => void,
  examined?: DetectedFile,
): Promise<AsyncGenerator<SourceRow, void>> {
  const known = new Set(properties.map(({ name }) => name));
  const { file, text } =
    examined === undefined
      ? await examineFile(path, chunks, { ...flags, format }, known, onNotice)
      : { file: examined, text: (await openText(chunks, flags.encoding)).text };
  const { formulas, emptyAsNull } = flags;
  const mapping = Object.fromEntries(requireIgnored(file.columns, flags.ignore).map((name) => [name, null]));
  const plan = await explainProblems(path, async () =>
    planRecords(file, properties, { mapping, formulas, emptyAsNull }),
  );
  return toSourceRows(path, readRecords(text, plan), plan.names);
}

async function* toSourceRows(
  path: string,
  records: AsyncGenerator<FileRecord[], void>,
  names: readonly string[],
): AsyncGenerator<SourceRow, void> {
  try {
    for (;;) {
      const next = await explainProblems(path, () => records.next());
      if (next.done === true) return;
      for (const { row, line, body, problem, cells, text } of next.value) {
        const source = () => (cells === null ? toLine(text ?? '', problem) : showCells(names, cells));
        yield { row, line, body, problem: problem && withFlagNames(problem), source };
      }
    }
  } finally {
    await records.return();
  }
}

/** Returns the names that `--ignore` names. @throws CommandError for one that the file does not have. */
export function requireIgnored(
  columns: readonly Pick<DetectedColumn, 'column' | 'name'>[],
  ignore: readonly string[],
): readonly string[] {
  for (const name of ignore) {
    if (findColumns(columns, name).length > 0) continue;
    const hint = nameHint(
      name,
      columns.map(({ column }) => column),
    );
    throw new CommandError(EXIT.usage, `--ignore: The file has no column ${JSON.stringify(name)}.${hint}`);
  }
  return ignore;
}

/** Returns a row as JSON: an object by the names of the columns, or a list if it has more cells. */
export function showCells(names: readonly string[], cells: readonly (string | null)[]): string {
  return JSON.stringify(
    cells.length > names.length
      ? cells
      : Object.fromEntries(cells.map((cell, at) => [names[at] ?? '', cell])),
  );
}

/** Returns the text of an element as one line, or as a JSON string if it is not JSON or nested too deeply. */
function toLine(text: string, problem: string | null): string {
  if (problem !== null) return JSON.stringify(text);
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}
