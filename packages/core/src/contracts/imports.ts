import { z } from 'zod';
import { query } from './contract.ts';
import { choice } from './shared.ts';
import { propertyType } from './stores.ts';

/** A file whose bytes are read once, as they arrive. */
export interface FileUpload {
  /** Without folders. Null if the client did not send one. */
  readonly name: string | null;
  /** The media type without parameters, in lower case. Null if the client did not send one. */
  readonly type: string | null;
  /** Throws the `VitrineError` of a body that is too large or ends early. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const DELIMITER = /^[\t !#-~]$/;

const delimiter = z
  .string()
  .transform((text) => (text === '' ? undefined : text === 'tab' ? '\t' : text))
  .refine(
    (text) => text === undefined || DELIMITER.test(text),
    'Expected one character such as "," or ";", or "tab".',
  )
  .optional()
  .meta({ description: 'One character, or `tab`. Default: detected among comma, semicolon, tab and |.' });

const flag = (description: string) => choice(['true', 'false']).meta({ description });

/** How a file is read. Everything that is absent is detected. */
const fileParameters = {
  format: choice(['csv', 'json', 'ndjson']).meta({
    description: '`csv` with any delimiter, `json` (an array of records) or `ndjson`. Default: detected.',
  }),
  delimiter,
  encoding: choice(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).meta({
    description: 'Default: detected.',
  }),
  header: flag('Whether the first row names the columns. Default: detected.'),
  dates: choice(['dmy', 'mdy']).meta({
    description: 'The order of day and month in dates such as 03/04/2026 of columns that do not decide it.',
  }),
  decimal: choice(['point', 'comma']).meta({ description: 'How numbers are written. Default: detected.' }),
  formulas: choice(['guarded', 'raw']).meta({
    description: "guarded (default) removes the `'` that an export puts before text like a formula.",
  }),
};

export const InferStoreQuery = query(fileParameters);
export type InferStoreQuery = z.input<typeof InferStoreQuery>;

export const InferredProperty = z
  .object({
    name: z.string().meta({ description: 'A legal name, different from the others.' }),
    type: propertyType,
    column: z.string().meta({ description: 'The name in the file.' }),
    confidence: z.number().meta({ description: '0 to 1: how likely the type is right.' }),
    samples: z.array(z.string()).meta({ description: 'Up to 5 different values as they are written.' }),
    count: z.int().meta({ description: 'Examined rows with a value.' }),
    empty: z.int(),
    distinct: z
      .boolean()
      .meta({ description: 'Every examined row has a value and all differ: may be a key.' }),
    decimal: z.enum(['point', 'comma']).nullable(),
    dates: z
      .enum(['iso', 'dmy', 'mdy', 'undecided'])
      .nullable()
      .meta({ description: '`undecided`: an import needs the parameter `dates`. Null: no dates.' }),
  })
  .meta({ id: 'InferredProperty' });

export const InferStoreResponse = z
  .object({
    format: z.enum(['csv', 'json', 'ndjson']),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    delimiter: z.string().nullable(),
    header: z.boolean(),
    decimal: z.enum(['point', 'comma']).nullable(),
    dates: z.enum(['dmy', 'mdy', 'undecided']).nullable(),
    rows: z.int().meta({ description: 'The number of records that were examined, at most 1,000.' }),
    complete: z.boolean().meta({ description: 'Whether those are all records of the file.' }),
    properties: z.array(InferredProperty),
    mapping: z
      .record(z.string(), z.string().nullable())
      .meta({ description: 'The parameter `mapping` of an import into a store with these properties.' }),
    undecided: z
      .array(z.object({ parameter: z.string(), columns: z.array(z.string()), message: z.string() }))
      .meta({ description: 'Parameters that an import of this file needs.' }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'InferStoreResponse' });
export type InferStoreResponse = z.output<typeof InferStoreResponse>;
