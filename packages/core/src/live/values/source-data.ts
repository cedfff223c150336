import type { PropertyType } from '../../ground/rows.ts';

/** A value of a record or of a location. */
export interface SourceValue {
  readonly type: PropertyType;
  /** As the interface shows it. */
  readonly shown: string | number | boolean;
  /** As filters compare it. */
  readonly stored: string | number;
}

/** What a source has found. */
export interface SourceData {
  readonly id: string;
  /** The set values by the names of their properties. */
  readonly values: ReadonlyMap<string, SourceValue>;
}

/** What the sources of a design have found, by their names. A source without a record has null. */
export type SourceResults = ReadonlyMap<string, SourceData | null>;
