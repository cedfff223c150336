import { parseContract } from '../../contracts/ground/contract.ts';
import { type FileUpload, InferStoreQuery, type InferStoreResponse } from '../../contracts/stores/imports.ts';
import type { Encoding } from '../../ground/encodings.ts';
import { ValidationError, type VitrineError } from '../../ground/errors.ts';
import { PROPERTIES_MAX } from '../../ground/limits.ts';
import { detectFile } from '../../imports/detect-file.ts';
import {
  type DetectedColumn,
  type DetectedFile,
  type FileFormat,
  type FileOptions,
  findUndecidedDates,
  isUnused,
} from '../../imports/detected-file.ts';
import { FileProblem } from '../../imports/file/file-problem.ts';
import { openText } from '../../imports/file/open-text.ts';
import type { Principal } from '../../ports/access.ts';
import { readUploadParameters } from './upload-parameters.ts';

/** The parameters of a request that say how its file is read. */
export interface FileParameters extends FileOptions {
  readonly encoding?: Encoding;
}

/** Opens the file of a request. An error is returned, so that it is thrown after 404 and 403. */
export type OpenUpload = () => Promise<FileUpload | VitrineError>;

/** Examines the beginning of a file and proposes the properties of a store for it. Stores nothing. */
export async function inferStore(
  _principal: Principal,
  query: InferStoreQuery,
  open: OpenUpload,
): Promise<InferStoreResponse> {
  parseContract(InferStoreQuery, query);
  const upload = parseUpload(await open());
  const { first, all } = await readUploadParameters(InferStoreQuery, query, upload);
  return withProblems(async () => {
    const { encoding, warnings, sample, isWhole, text } = await openText(upload.chunks, first.encoding);
    try {
      const parameters = readFileParameters(await all());
      const file = await detectFile(sample, isWhole, withType(parameters, upload));
      return { ...showDetection(file), encoding, warnings: [...warnings, ...warningsOf(file)] };
    } finally {
      await text.return();
    }
  });
}

function warningsOf(file: DetectedFile): string[] {
  if (file.rows === 0) return ['The file has no rows, so every property is a string.'];
  const columns = file.columns.filter((column) => !isUnused(column)).length;
  if (columns <= PROPERTIES_MAX) return [...file.warnings];
  return [
    `The file has ${columns} columns, and a store has at most ${PROPERTIES_MAX} properties. Skip columns in the mapping.`,
    ...file.warnings,
  ];
}

type InferStoreOptions = ReturnType<(typeof InferStoreQuery)['parse']>;

/** Returns the parameters without those that are absent. */
export function readFileParameters({ header, ...rest }: InferStoreOptions): FileParameters {
  const given = Object.entries({ ...rest, header: header === undefined ? undefined : header === 'true' });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Returns the upload. @throws the error of a body that can't be read. */
export function parseUpload(upload: FileUpload | VitrineError): FileUpload {
  if (upload instanceof Error) throw upload;
  return upload;
}

/** A media type decides between CSV and JSON, but not between an array and lines. */
const CSV_TYPE = /^(text\/csv|text\/tab-separated-values|application\/csv)$/;

/** Returns the parameters with the format that the media type of the file decides. */
export function withType(parameters: FileParameters, { type }: Pick<FileUpload, 'type'>): FileParameters {
  if (parameters.format !== undefined || type === null || !CSV_TYPE.test(type)) return parameters;
  const format: FileFormat = 'csv';
  return { ...parameters, format };
}

/** Runs a function and converts a problem of the file. @throws ValidationError at the parameter that decides it. */
export async function withProblems<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    const place = error.line === null ? '' : `Line ${error.line}: `;
    throw new ValidationError([{ path: error.parameter ?? '', message: `${place}${error.message}` }]);
  }
}

function showDetection(file: DetectedFile): Omit<InferStoreResponse, 'encoding' | 'warnings'> {
  const { format, delimiter, skipLines, header, quotes, decimal, rows, isWhole } = file;
  const columns = file.columns.filter((column) => !isUnused(column));
  const dates = columns.filter(({ type }) => type === 'datetime');
  const undecided = findUndecidedDates(dates);
  const orders = new Set(dates.flatMap((column) => column.dates ?? []));
  return {
    format,
    delimiter,
    skipLines,
    header,
    quotes,
    decimal,
    dates: orders.has('undecided') ? 'undecided' : ([...orders][0] ?? null),
    rows,
    complete: isWhole,
    properties: columns.map((column) => showColumn(column, decimal)),
    mapping: Object.fromEntries(columns.map((column) => [keyOf(column, columns), column.name])),
    undecided: undecided === null ? [] : [{ ...undecided, columns: [...undecided.columns] }],
  };
}

/** Returns the name of a column in a mapping: that of the file, unless several columns have it. */
function keyOf({ column, name }: DetectedColumn, columns: readonly DetectedColumn[]): string {
  return columns.filter((other) => other.column === column || other.name === column).length > 1
    ? name
    : column;
}

type ShownColumn = InferStoreResponse['properties'][number];

/**
 * Shows a column, with how its numbers and dates are written. A column of text has that, too, because it may be imported
 * into a property of numbers or dates.
 */
function showColumn(column: DetectedColumn, ofFile: DetectedFile['decimal']): ShownColumn {
  const { name, type, samples, confidence, count, empty, isDistinct, dates, unit } = column;
  return {
    name,
    type,
    column: column.column,
    confidence: Math.round(confidence * 1_000) / 1_000,
    samples: [...samples],
    count,
    empty,
    distinct: isDistinct,
    decimal: showDecimal(column, ofFile),
    dates: type === 'datetime' ? (dates ?? 'iso') : dates,
    unit,
  };
}

function showDecimal(
  { type, decimal }: DetectedColumn,
  ofFile: DetectedFile['decimal'],
): ShownColumn['decimal'] {
  if (type === 'number') return decimal === 'comma' ? 'comma' : 'point';
  return decimal === 'plain' || decimal === 'open' || decimal === ofFile ? null : decimal;
}
