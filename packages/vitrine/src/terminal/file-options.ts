import type { InferStoreQuery } from '@vitrine/core/contracts';
import {
  type DateOrder,
  type DetectedFile,
  describeDetection,
  detectFile,
  type Encoding,
  type FileFormat,
  FileProblem,
  type OpenedText,
  openText,
} from '@vitrine/core/imports';
import { CommandError, EXIT } from './command-error.ts';

/** How a file of records is read: flags of the commands that read one. Undefined: detected. */
export interface FileOptionFlags {
  readonly ignore: readonly string[];
  readonly delimiter?: string;
  readonly encoding?: Encoding;
  readonly skipLines?: number;
  readonly quotes?: 'text';
  readonly dates?: DateOrder;
  readonly decimal?: 'point' | 'comma';
  /** False: the first row is data. */
  readonly header?: 'yes' | 'no';
  readonly emptyAsNull?: boolean;
  readonly formulas: 'guarded' | 'raw';
}

export type DetectionFlags = Pick<
  FileOptionFlags,
  'delimiter' | 'encoding' | 'skipLines' | 'quotes' | 'dates' | 'decimal' | 'header'
> & {
  readonly formulas?: 'guarded' | 'raw';
};

/** The flags of the commands that send a file to a service. */
export interface SentFileFlags extends DetectionFlags {
  readonly format?: FileFormat;
}

/** Returns the parameters of a request with a file. */
export function readFileQuery({
  format,
  delimiter,
  encoding,
  skipLines,
  header,
  quotes,
  dates,
  decimal,
  formulas,
}: SentFileFlags): InferStoreQuery {
  const given = { format, delimiter, encoding, quotes, dates, decimal, formulas };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(skipLines === undefined ? {} : { skipLines: String(skipLines) }),
    ...(header === undefined ? {} : { header: header === 'yes' ? 'true' : 'false' }),
  };
}

/** Names the flags in a message that names parameters. */
export function withFlagNames(message: string): string {
  return message
    .replace('header=false', '--header no')
    .replace('skipLines=', '--skip-lines ')
    .replace(/\b(quotes|dates|decimal)=(\w+)/g, '--$1 $2');
}

export interface ExaminedFile extends OpenedText {
  readonly file: DetectedFile;
}

/**
 * Reads the beginning of a file and detects how it is written. Passes one line about each thing that was detected to
 * `onNotice`.
 *
 * @param known names of properties, which make the first row a header.
 * @throws CommandError that names the flag which decides what can't be detected.
 */
export async function examineFile(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  flags: DetectionFlags & { readonly format?: FileFormat },
  known: ReadonlySet<string>,
  onNotice: (notice: string) => void,
): Promise<ExaminedFile> {
  return explainProblems(path, async () => {
    const opened = await openText(chunks, flags.encoding);
    for (const warning of opened.warnings) onNotice(`${path}: ${warning}`);
    if (flags.encoding === undefined && opened.encoding.startsWith('utf-16')) {
      onNotice(`the encoding of ${path} is ${opened.encoding.toUpperCase()}.`);
    }
    const { header, ...given } = flags;
    const options = header === undefined ? given : { ...given, header: header === 'yes' };
    const file = await detectFile(opened.sample, opened.isWhole, options, known);
    for (const line of describeDetection(file)) {
      if (line.startsWith('the delimiter') && flags.delimiter !== undefined) continue;
      onNotice(withFlagNames(inFile(line, path)));
    }
    return { ...opened, file };
  });
}

/** `the delimiter is comma.` → `the delimiter of a.csv is comma.` */
function inFile(line: string, path: string): string {
  return line.startsWith('the delimiter')
    ? line.replace('delimiter', `delimiter of ${path}`)
    : `${path}: ${line}`;
}

/** Runs a function and converts a problem of the file. @throws CommandError */
export async function explainProblems<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof FileProblem ? toFileError(path, error) : error;
  }
}

/** Converts the problem of a file to the error of a command. */
export function toFileError(path: string, { message, parameter, line }: FileProblem): CommandError {
  const place = line === null ? path : `${path}, line ${line}`;
  if (parameter === null) return new CommandError(EXIT.data, `${place}: ${message}`);
  if (parameter === 'mapping') return new CommandError(EXIT.data, `${message} Skip columns with --ignore.`);
  const flag = parameter === 'skipLines' ? 'skip-lines' : parameter;
  return new CommandError(EXIT.usage, `--${flag}: ${place}: ${withFlagNames(message)}`);
}
