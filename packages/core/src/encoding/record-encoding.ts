import type { PropertyType } from '../ground/rows.ts';
import type { Column } from '../query/ast.ts';

/** A member of a JSON object, or a cell of a CSV row. */
export interface EncodedMember {
  /** Written as it is, so a header of CSV is already guarded. */
  readonly name: string;
  /** The index of its column in `columns`. */
  readonly cell: number;
  readonly type: PropertyType;
  /** Whether text that a spreadsheet would read as a formula is guarded. Ignored for JSON. */
  readonly isGuarded: boolean;
}

/** How records become a document. Plain data, so that it can be sent to the thread that reads the records. */
export interface RecordEncoding {
  readonly format: 'csv' | 'json';
  /** The columns of the cells of a record. */
  readonly columns: readonly Column[];
  /** At least one. */
  readonly members: readonly EncodedMember[];
}

/** A part of a document of records, in UTF-8. */
export interface EncodedRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of records in it. */
  readonly records: number;
}
