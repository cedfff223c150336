/** `@vitrine/core/imports`: reading files of records, and detecting how they are written. Needs no storage. */

export { readDegrees } from '../geo/coordinates.ts';
export { guardFormula, unguardFormula } from '../values/formula-guard.ts';
export { CellPace } from './cell-pace.ts';
export { ColumnProfile } from './column-profile.ts';
export type { CsvRow } from './csv-row.ts';
export { readCsv } from './csv-rows.ts';
export type { DateOrder } from './date-text.ts';
export { nameDelimiter } from './delimiter.ts';
export { describeColumns } from './describe-columns.ts';
export { detectFile } from './detect-file.ts';
export {
  type DetectedColumn,
  type DetectedFile,
  describeDetection,
  type FileFormat,
  type FileOptions,
  findUndecidedDates,
  isUnused,
  textFormOf,
} from './detected-file.ts';
export { ENCODINGS, type Encoding } from './encoding.ts';
export { type FileParameter, FileProblem } from './file-problem.ts';
export { toLegalNames } from './legal-names.ts';
export type { Decimal } from './number-text.ts';
export { type OpenedText, openText } from './open-text.ts';
export { type FileRecord, readRecords } from './read-records.ts';
export { findColumns, type PlanOptions, planRecords, quoteAll, type RecordPlan } from './record-plan.ts';
export { readTypedText, type TextForm } from './typed-text.ts';
