/** `@vitrine/core/imports`: reading files of records, and detecting how they are written. Needs no storage. */

export { readDegrees } from '../geo/angle.ts';
export type { Encoding } from '../ground/encodings.ts';
export { guardFormula, unguardFormula } from '../values/formula-guard.ts';
export type { CsvRow } from './csv/csv-row.ts';
export { readCsv } from './csv/csv-rows.ts';
export { nameDelimiter } from './csv/delimiter.ts';
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
export { CellPace } from './file/cell-pace.ts';
export { type FileParameter, FileProblem } from './file/file-problem.ts';
export { type OpenedText, openText } from './file/open-text.ts';
export { toLegalNames } from './legal-names.ts';
export { type FileRecord, readRecords } from './read-records.ts';
export { findColumns, type PlanOptions, planRecords, quoteAll, type RecordPlan } from './record-plan.ts';
export { ColumnProfile } from './values/column-profile.ts';
export type { DateOrder } from './values/date-text.ts';
export type { Decimal } from './values/number-text.ts';
export { readTypedText, type TextForm } from './values/typed-text.ts';
