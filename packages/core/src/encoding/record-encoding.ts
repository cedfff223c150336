import type { PropertyType } from '../ground/rows.ts';
import type { Column } from '../query/ast.ts';
import type { LiveUrls } from './live-urls.ts';

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

/** Adds the URL of a picture and of the click on it to the cells of a record. */
export interface EncodedLinks {
  readonly urls: LiveUrls;
  /** The cells with the values of the variables. */
  readonly variables: readonly {
    readonly name: string;
    readonly cell: number;
    readonly type: PropertyType;
  }[];
}

/** How records become a document. Plain data, so that it can be sent to the thread that reads the records. */
export interface RecordEncoding {
  readonly format: 'csv' | 'json';
  /** The columns of the cells of a record. */
  readonly columns: readonly Column[];
  /** At least one. Those of the links have the two cells after the columns. */
  readonly members: readonly EncodedMember[];
  /** The URLs of a live image for each record. */
  readonly links?: EncodedLinks | undefined;
}

/** A part of a document of records, in UTF-8. */
export interface EncodedRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of records in it. */
  readonly records: number;
}
