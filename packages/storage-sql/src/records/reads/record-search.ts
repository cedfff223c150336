import type { Summary } from '@vitrine/core/storage';
import type { AggregateRecords } from './aggregates.ts';
import type { FindRecords, FoundRecords } from './record-query.ts';
import type { MatchingRecords } from './selection.ts';
import type { SummarizeRecords } from './summarize.ts';

/** A call of an operation that searches a store. */
export type RecordSearch =
  | { readonly name: 'countRecords'; readonly args: MatchingRecords }
  | { readonly name: 'aggregateRecords'; readonly args: AggregateRecords }
  | { readonly name: 'summarizeRecords'; readonly args: SummarizeRecords }
  | { readonly name: 'findRecords'; readonly args: FindRecords };

export type SearchName = RecordSearch['name'];
export type SearchResult = number | null | Summary | FoundRecords;
