import { z } from 'zod';
import { ENCODINGS } from '../../ground/encodings.ts';
import { keepsEmpty, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { exportFormulas } from '../records/records.ts';
import { propertyType } from './stores.ts';

/** A file whose bytes are read once, as they arrive. */
export interface FileUpload {
  /** Without folders. Null if the client did not send one. */
  readonly name: string | null;
  /** The media type without parameters, in lower case. Null if the client did not send one. */
  readonly type: string | null;
  /** Throws the `VitrineError` of a body that is too large or ends early. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The other fields of the form, which are parameters. Absent: the file came without a form. */
  readonly fields?: FormFields;
}

/** The fields of a form beside its file, in any order. */
export interface FormFields {
  /** Those before the file. */
  readonly before: Readonly<Record<string, string>>;
  /** Reads the chunks that are left, then returns all fields. Throws as the chunks do. */
  readonly all: () => Promise<Readonly<Record<string, string>>>;
}

/** A title, notes and the conditions of a report are shorter. */
const SKIP_LINES_MAX = 1_000;

/** File systems have names of at most 255 bytes. */
export const FILE_NAME_MAX = 255;

const DELIMITER = /^[\t !#-~]$/;

const delimiter = z
  .string()
  .transform((text) => (text === 'tab' ? '\t' : text))
  .refine((text) => DELIMITER.test(text), 'Expected one character such as "," or ";", or "tab".')
  .optional()
  .meta({ description: 'One character, or `tab`. Default: detected among comma, semicolon, tab and |.' });

/** A switch. Without a value it is refused, because some mean true by it (docs/rules.md#empty-values). */
const flag = (description: string) => keepsEmpty(choice(['true', 'false']).meta({ description }));

const SKIP_LINES = `Expected a whole number from 0 to ${SKIP_LINES_MAX}.`;
const skipLines = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ],
    SKIP_LINES,
  )
  .refine((lines) => lines >= 0 && lines <= SKIP_LINES_MAX, SKIP_LINES)
  .optional()
  .meta({
    description:
      'The number of lines above the header, or above the first record, to skip. Default: detected.',
  });

/** How a file is read. Everything that is absent is detected. */
const fileParameters = {
  format: choice(['csv', 'json', 'ndjson']).meta({
    description: '`csv` with any delimiter, `json` (an array of records) or `ndjson`. Default: detected.',
  }),
  delimiter,
  encoding: choice(ENCODINGS).meta({
    description: 'Default: UTF-8, UTF-16 and Windows-1252 are detected.',
  }),
  skipLines,
  header: flag('Whether the first row names the columns. Default: detected.'),
  quotes: choice(['text']).meta({
    description:
      '`text`: a quote inside a cell that does not begin with one is a character. Default: detected.',
  }),
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
    decimal: z
      .enum(['point', 'comma', 'undecided'])
      .nullable()
      .meta({
        description:
          'How numbers are written, also those of a column of text. `undecided`: an import into a number needs the ' +
          'parameter `decimal`. Null: as in the file.',
      }),
    dates: z
      .enum(['iso', 'dmy', 'mdy', 'undecided'])
      .nullable()
      .meta({
        description:
          'How dates are written, also those of a column of text. `undecided`: an import into a datetime needs the ' +
          'parameter `dates`. Null: no dates.',
      }),
    unit: z.string().nullable().meta({
      description:
        'What numbers have before or behind them, such as `$` and `%`. They are stored without it.',
    }),
  })
  .meta({ id: 'InferredProperty' });

export const InferStoreResponse = z
  .object({
    format: z.enum(['csv', 'json', 'ndjson']),
    encoding: z.enum(ENCODINGS),
    delimiter: z.string().nullable(),
    skipLines: z.int().meta({ description: 'The number of lines above the table, which are skipped.' }),
    header: z.boolean(),
    quotes: z.enum(['text']).nullable().meta({
      description:
        '`text`: quotes inside cells that do not begin with one are characters. Null: not decided.',
    }),
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

export const StartImportQuery = query({
  ...fileParameters,
  mapping: z
    .string()
    .transform((text, context) => {
      const mapping = readMapping(text);
      if (mapping !== null) return mapping;
      context.issues.push({
        code: 'custom',
        message: 'Expected a JSON object of column names and property names or null.',
        input: text,
      });
      return z.NEVER;
    })
    .optional()
    .meta({
      description:
        'JSON: the property of a column, or null to skip it. Columns that are not named have the property of their name.',
    }),
  mode: choice(['upsert', 'insertOnly']).meta({
    description: 'upsert (default) changes existing records; insertOnly refuses them with `record_exists`.',
  }),
  dryRun: flag('Whether nothing is written. The numbers are the same. Default false.'),
  fileName: z
    .string()
    .max(FILE_NAME_MAX, `Expected at most ${FILE_NAME_MAX} characters.`)
    .optional()
    .meta({ description: 'The name of the file, by which people find the import. Default: that of a form.' }),
  properties: z.string().optional().meta({
    description:
      'Only with `new` in place of the id of a store, which needs it: the properties that the store would have, as JSON.',
  }),
});
export type StartImportQuery = z.input<typeof StartImportQuery>;

function readMapping(text: string): Record<string, string | null> | null {
  try {
    const parsed = z.record(z.string(), z.string().nullable()).safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const importStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const StartImportResponse = z
  .object({ importId: z.string(), status: importStatus })
  .meta({ id: 'StartImportResponse' });
export type StartImportResponse = z.output<typeof StartImportResponse>;

const RefusedRecordError = z.object({
  row: z.int().meta({ description: 'The number of the record in the file, from 1.' }),
  line: z.int(),
  errors: z.record(z.string(), z.array(z.string())),
});

const ImportChange = z.object({
  row: z.int(),
  id: z.string(),
  changes: z.record(
    z.string(),
    z.object({
      from: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      to: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    }),
  ),
});
export type ImportChange = z.output<typeof ImportChange>;

export const ImportSummary = z
  .object({
    importId: z.string(),
    fileName: z.string().nullable().meta({ description: 'The name of the file. Null: none was given.' }),
    status: importStatus,
    dryRun: z.boolean(),
    mode: z.enum(['upsert', 'insertOnly']),
    read: z.int().meta({ description: 'Records of the file that have been read.' }),
    created: z.int(),
    updated: z.int(),
    unchanged: z
      .int()
      .meta({ description: 'Records that exist with the same values. They are not written.' }),
    refused: z.int().meta({ description: 'All refused records. At most the first 1,000 are kept.' }),
    total: z.int().optional().meta({ description: 'Records of the file, once it has been read.' }),
    bytes: z.int().meta({ description: 'Size of the file as UTF-8.' }),
    bytesRead: z.int(),
    reason: z.string().optional().meta({ description: 'Why the import failed.' }),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    takenBackAt: Timestamp.nullable().meta({
      description: 'When a restore last took back what the import has changed. Null: none has.',
    }),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.output<typeof ImportSummary>;

export const ImportResponse = ImportSummary.extend({
  errors: z.array(RefusedRecordError).meta({ description: 'The first 100 refused records.' }),
  changes: z
    .array(ImportChange)
    .optional()
    .meta({ description: 'The first 100 records that would change. Only a dry run has them.' }),
}).meta({ id: 'ImportResponse' });
export type ImportResponse = z.output<typeof ImportResponse>;

export const RefusedRecordsQuery = query({ formulas: exportFormulas });
export type RefusedRecordsQuery = z.input<typeof RefusedRecordsQuery>;

export const ListImportsQuery = query({ limit: pageLimit, cursor });
export type ListImportsQuery = z.input<typeof ListImportsQuery>;

export const CursorPageOfImportSummary = cursorPage(ImportSummary).meta({ id: 'CursorPageOfImportSummary' });
