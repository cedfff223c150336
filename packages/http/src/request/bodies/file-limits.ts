/** A body that is one file, which is read as it arrives: the bytes themselves, or a form with one file. */
export interface FileLimits {
  /** Maximum number of bytes. */
  readonly max: number;
  /** The limit for error messages: `1 GiB`. */
  readonly maxName: string;
}

/** The media types of raw bodies, for error messages and the OpenAPI document. */
export const FILE_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'text/plain',
  'application/octet-stream',
] as const;
